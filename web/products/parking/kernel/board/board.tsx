import type { ReactNode } from "react";
import type { Parking } from "#data/parkings/queries.ts";
import { boardTexts } from "./board-texts.ts";
import { ArrivalNotice } from "./arrival-notice.tsx";
import { ParkingList } from "./parking-list.tsx";
import { ParkingListHead } from "./parking-row.tsx";
import { BoardSearch, HitCount } from "./board-search.tsx";
import { BoardViewChoice } from "./board-view.tsx";
import type { BoardState } from "./use-board.ts";

type BoardProps = {
  board: BoardState;
  /** The class of the part above the list. */
  className: string;
  /** Whether the search field's label is for screen readers alone; its example stands in the field. */
  hidesLabel?: boolean;
  /** The content beside the search field. */
  beside?: ReactNode;
  /** The content above the list when a search found nothing. */
  noHits?: ReactNode;
  renderActions?: (parking: Parking) => ReactNode;
};

/** The search, the choice of parkings, and their list, for attendants and admins. The list is a table where it has the room. */
export function Board({ board, className, hidesLabel = false, beside, noHits, renderActions }: BoardProps) {
  const { project, search, shown, setShown, arrivals, query, hits } = board;
  const field = <BoardSearch search={search} hidesLabel={hidesLabel} />;
  return (
    <>
      <ArrivalNotice newest={arrivals.newest} unseen={arrivals.unseen} />
      <div className="@container">
        <div className={className}>
          {beside === undefined ? (
            field
          ) : (
            <div className="grid grid-cols-[minmax(0,36rem)_auto] items-end justify-start gap-2">
              {field}
              {beside}
            </div>
          )}
          {search.term === "" && <BoardViewChoice {...{ project, shown }} onChange={setShown} />}
          <HitCount text={hits && boardTexts.dashboard.hits(hits.count, hits.hasMore)} />
          <ParkingListHead className="col-span-full" />
        </div>
        {hits?.count === 0 && noHits}
        <div className="border-t border-line">
          <ParkingList query={query} arrived={arrivals.marked} renderActions={renderActions} />
        </div>
      </div>
    </>
  );
}
