import { type ReactNode, useState } from "react";
import type { Parking } from "#data/parkings/queries.ts";
import { PagedList, type PagedQuery } from "#shared/ui/paged-list.tsx";
import { parkingStatus } from "./parking-status.ts";
import { boardTexts } from "./board-texts.ts";
import { ParkingCard } from "./parking-card.tsx";
import { useNow } from "#shared/use-now.ts";

/** The height of a card before it is measured, in pixels: a closed row on a phone, the whole card on a wide screen. */
const CARD_HEIGHT = { narrow: 98, wide: 130 } as const;
const isWide = () => window.matchMedia("(min-width: 52rem)").matches;

const keyOf = (parking: Parking) => parking.id;
const NONE: ReadonlySet<string> = new Set();

/** Parkings in pages. Only the cards near the window are drawn, and only the pages that were scrolled to are fetched. */
export function ParkingList(props: {
  query: PagedQuery<Parking>;
  /** Parkings that are marked as new. */
  arrived?: ReadonlySet<string>;
  renderActions?: ((parking: Parking) => ReactNode) | undefined;
}) {
  const { query, arrived = NONE, renderActions } = props;
  const now = useNow();
  const [openId, setOpenId] = useState<string>();
  return (
    <PagedList
      query={query}
      getKey={keyOf}
      renderItem={(parking) => (
        <ParkingCard
          parking={parking}
          status={parkingStatus(parking.end_time, now)}
          now={now}
          isOpen={parking.id === openId}
          onToggle={() => setOpenId(parking.id === openId ? undefined : parking.id)}
          isNew={arrived.has(parking.id)}
          actions={renderActions?.(parking)}
        />
      )}
      label={boardTexts.dashboard.list}
      failed={boardTexts.dashboard.loadFailed}
      none={boardTexts.dashboard.none}
      estimateHeight={isWide() ? CARD_HEIGHT.wide : CARD_HEIGHT.narrow}
      gap={8}
      loadingRows={4}
    />
  );
}
