import { type ReactNode, useState } from "react";
import { useLocation } from "react-router";
import type { Parking } from "#data/parkings/queries.ts";
import { PagedList, type PagedQuery } from "#shared/ui/paged-list.tsx";
import { parkingStatus } from "./parking-status.ts";
import { boardTexts } from "./board-texts.ts";
import { ParkingRow } from "./parking-row.tsx";
import { useNow } from "#shared/use-now.ts";

/** The height of a row before it is measured, in pixels: on a phone, and as a row of a table. */
const ROW_HEIGHT = { narrow: 72, wide: 48 } as const;
const isWide = () => window.matchMedia("(min-width: 52rem)").matches;

const keyOf = (parking: Parking) => parking.id;
const NONE: ReadonlySet<string> = new Set();

/** The row that was opened last, with its entry of the browser's history, so that the way back finds the list as high as it was. */
let opened: { entry: string; id: string | undefined } | undefined;

/** The open row, and a function that opens or closes one. */
function useOpenRow(): [string | undefined, (id: string) => void] {
  const { key: entry } = useLocation();
  const [openId, setOpenId] = useState(() => (opened?.entry === entry ? opened.id : undefined));
  return [
    openId,
    (id) => {
      opened = { entry, id: id === openId ? undefined : id };
      setOpenId(opened.id);
    },
  ];
}

/** Parkings in pages. Only the rows near the window are drawn, and only the pages that were scrolled to are fetched. */
export function ParkingList(props: {
  query: PagedQuery<Parking>;
  /** Parkings that are marked as new. */
  arrived?: ReadonlySet<string>;
  renderActions?: ((parking: Parking) => ReactNode) | undefined;
}) {
  const { query, arrived = NONE, renderActions } = props;
  const now = useNow();
  const [openId, toggle] = useOpenRow();
  return (
    <PagedList
      query={query}
      getKey={keyOf}
      renderItem={(parking) => (
        <ParkingRow
          parking={parking}
          status={parkingStatus(parking.end_time, now)}
          now={now}
          isOpen={parking.id === openId}
          onToggle={() => toggle(parking.id)}
          isNew={arrived.has(parking.id)}
          actions={renderActions?.(parking)}
        />
      )}
      label={boardTexts.dashboard.list}
      failed={boardTexts.dashboard.loadFailed}
      none={boardTexts.dashboard.none}
      estimateHeight={isWide() ? ROW_HEIGHT.wide : ROW_HEIGHT.narrow}
      gap={0}
      loadingRows={4}
    />
  );
}
