import { Search } from "lucide-react";
import { useLiveParkings } from "#data/parkings/live.ts";
import type { Log } from "#session/use-activity-log.ts";
import { Button } from "#shared/ui/button.tsx";
import { ArrivalNotice } from "../list/arrival-notice.tsx";
import { ParkingList } from "../list/parking-list.tsx";
import { Hits, SearchField } from "../list/search-field.tsx";
import { ShownChoice, useShown } from "../list/shown.tsx";
import { useArrivals } from "../list/use-arrivals.ts";
import { useParkingList, useParkingsByEnd } from "../list/use-parking-list.ts";
import { useParkingSearch } from "../list/use-parking-search.ts";
import { texts } from "../texts.ts";

/** The site's parkings as attendants see them, without what attendants do to them; which of them is kept in the address. */
export function ParkingOverview({ project, log }: { project: string; log: Log }) {
  const search = useParkingSearch(log);
  const arrivals = useArrivals();
  const [shown, setShown] = useShown();
  const query = useParkingList({ project, search: search.term }, log);
  // A search is over all of them.
  const end = search.term === "" && shown !== "all" ? shown : undefined;
  const byEnd = useParkingsByEnd(project, end);
  useLiveParkings(project, arrivals.add);
  const isAnswered = search.term !== "" && query.data !== undefined && !query.isPlaceholderData;
  return (
    <>
      <div className="mb-4 grid gap-2">
        <div className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-2">
          <SearchField search={search} />
          <Button onClick={search.focus}>
            <Search aria-hidden="true" />
            {texts.dashboard.search}
          </Button>
        </div>
        {search.term === "" && <ShownChoice {...{ project, shown }} onChange={setShown} />}
        <Hits text={isAnswered ? texts.dashboard.hits(query.data?.length ?? 0, query.hasNextPage) : undefined} />
      </div>
      <ArrivalNotice newest={arrivals.newest} unseen={arrivals.unseen} />
      <ParkingList query={end === undefined ? query : byEnd} arrived={arrivals.marked} />
    </>
  );
}
