import type { ReactNode } from "react";
import type { Parking } from "#data/parkings/queries.ts";
import { PagedList, type PagedQuery } from "#shared/ui/paged-list.tsx";
import { parkingStatus } from "./parking-status.ts";
import { texts } from "../texts.ts";
import { ParkingCard } from "./parking-card.tsx";
import { useNow } from "./use-now.ts";

/** Height of a card before it is measured, in pixels: facts below each other on a phone, in one line on a wide screen. */
const CARD_HEIGHT = { narrow: 320, wide: 150 } as const;
const isWide = () => window.matchMedia("(min-width: 52rem)").matches;

const keyOf = (parking: Parking) => parking.id;
const NONE: ReadonlySet<string> = new Set();

/** Parkings in pages, newest first: only the cards near the window exist, and only the pages that were scrolled to are fetched. */
export function ParkingList(props: {
  query: PagedQuery<Parking>;
  /** Parkings that are marked as new. */
  arrived?: ReadonlySet<string>;
  renderActions?: (parking: Parking) => ReactNode;
}) {
  const { query, arrived = NONE, renderActions } = props;
  const now = useNow();
  return (
    <PagedList
      query={query}
      getKey={keyOf}
      renderItem={(parking) => (
        <ParkingCard
          parking={parking}
          status={parkingStatus(parking.end_time, now)}
          isNew={arrived.has(parking.id)}
          actions={renderActions?.(parking)}
        />
      )}
      label={texts.dashboard.list}
      failed={texts.dashboard.loadFailed}
      none={texts.dashboard.none}
      estimateHeight={isWide() ? CARD_HEIGHT.wide : CARD_HEIGHT.narrow}
      loadingRows={4}
    />
  );
}
