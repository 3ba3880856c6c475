import { clsx } from "clsx";
import { ChevronRight } from "lucide-react";
import { useEffect, useState } from "react";
import { Link } from "react-router";
import { readablePlate } from "#contract/plate.ts";
import { type Acting, useActing } from "#data/acting.ts";
import { parkingByReceipt } from "#data/parkings/by-receipt.ts";
import { shortMoment } from "#shared/format/short-moment.ts";
import { spanText } from "#shared/format/spans.ts";
import { paths } from "#shared/paths.ts";
import { Card, CardHeader } from "#shared/ui/card.tsx";
import { useClockText } from "#shared/ui/clock-text.ts";
import { WholeDay } from "#shared/ui/whole-day.tsx";
import { forgetReceipt, type KeptReceipt, readReceipts, renewReceipt } from "./kept-receipts.ts";

const texts = {
  title: "Dina parkeringar",
  until: (plate: string, end: string) => `${plate} · gäller till ${end}`,
  ended: (plate: string, end: string) => `${plate} · slutade ${end}`,
  left: (span: string) => `${span} kvar`,
  over: "Avslutad",
};

/** The parkings that were registered on this device, each with a link to its receipt; nothing without any (document 4 §5). */
export function OwnReceipts({ className }: { className?: string }) {
  const receipts = useOwnReceipts();
  if (receipts.length === 0) return null;
  return (
    <div lang="sv" className={className}>
      <Card as="section" aria-labelledby="receipts">
        <CardHeader title={texts.title} id="receipts" />
        <ul aria-labelledby="receipts" className="-my-3 divide-y divide-line">
          {receipts.map((receipt) => (
            <Receipt key={receipt.key} receipt={receipt} />
          ))}
        </ul>
      </Card>
    </div>
  );
}

/** Time before the end from which the time left is coloured, in milliseconds. */
const SHORT_MS = 15 * 60_000;

/** A receipt is one row to press, 4.9 rem high: the drawn landing page keeps that room (`receipts-room`). */
function Receipt({ receipt: { key, plate, end } }: { receipt: KeptReceipt }) {
  const shown = useClockText((now) =>
    (Date.parse(end) > now ? texts.until : texts.ended)(readablePlate(plate), shortMoment(new Date(end), now)),
  );
  const left = useClockText((now) =>
    Date.parse(end) > now ? texts.left(spanText(Date.parse(end) - now)) : texts.over,
  );
  const colour = useClockText((now) => colourOf(Date.parse(end) - now));
  return (
    <li>
      <Link to={paths.receipt(key)} className="flex items-center gap-3 py-3 text-ink no-underline">
        <span className="min-w-0 flex-1">
          {/* With kerning, the font draws a small letter too close to the dot. */}
          <span className="block font-semibold underline" style={{ fontKerning: "none" }}>
            <WholeDay text={shown} />
          </span>
          <span className={clsx("block text-xl font-bold tabular-nums", colour)}>{left}</span>
        </span>
        <ChevronRight aria-hidden="true" className="size-5 shrink-0" />
      </Link>
    </li>
  );
}

const colourOf = (left: number) => (left > SHORT_MS ? "text-ink" : left > 0 ? "text-warning" : "text-ink-soft");

/** The receipts from the device at once; then the running ones as the database has them, because they may have been changed elsewhere. */
function useOwnReceipts(): KeptReceipt[] {
  const acting = useActing();
  const [receipts, setReceipts] = useState(() => readReceipts());
  useEffect(() => {
    let isGone = false;
    void renewAll(acting).then(() => isGone || setReceipts(readReceipts()));
    return () => {
      isGone = true;
    };
  }, [acting]);
  return receipts;
}

async function renewAll(acting: Acting): Promise<void> {
  const running = readReceipts().filter(({ end }) => Date.parse(end) > Date.now());
  for (const { key } of running) {
    try {
      const parking = await parkingByReceipt(acting, key);
      if (parking === null) {
        forgetReceipt(key);
        // A key without a parking counts as a guess at the server. So only one such key is asked for each time: many would lock this
        // address out of its receipts.
        return;
      }
      renewReceipt({ key, plate: parking.ref_number, end: parking.end_time });
    } catch {
      // Without an answer the receipt stays as the device stored it.
      return;
    }
  }
}
