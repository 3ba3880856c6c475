import { Gavel } from "lucide-react";
import type { BidFigures } from "#data/property_bids/figures.ts";
import { formatCount, formatExactly } from "#shared/format/money.ts";
import { texts } from "../texts.ts";

const labels = texts.bids;

/** The highest bid and the number of bids, in one line. The line keeps its room while it loads, and stays empty when bids are hidden. */
export function BidFiguresLine({ figures }: { figures: BidFigures | undefined }) {
  return (
    <p className="mt-1 flex min-h-6 items-center gap-1.5 tabular-nums">
      {figures !== undefined && <Gavel aria-hidden="true" className="size-4 shrink-0 text-ink-soft" />}
      {figures?.bids === 0 && <span className="text-ink-soft">{labels.none}</span>}
      {figures !== undefined && figures.bids > 0 && (
        <span>
          <span className="font-semibold">{labels.highest(formatExactly(figures.highest))}</span>
          <span className="text-ink-soft">{` · ${labels.count(figures.bids, formatCount(figures.bids))}`}</span>
        </span>
      )}
    </p>
  );
}
