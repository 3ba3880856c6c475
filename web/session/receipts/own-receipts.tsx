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
        <ul aria-labelledby="receipts" className="divide-y divide-line">
          {receipts.map((receipt) => (
            <Receipt key={receipt.key} receipt={receipt} />
          ))}
        </ul>
      </Card>
    </div>
  );
}

function Receipt({ receipt: { key, plate, end } }: { receipt: KeptReceipt }) {
  const shown = useClockText((now) =>
    (Date.parse(end) > now ? texts.until : texts.ended)(readablePlate(plate), shortMoment(new Date(end), now)),
  );
  const left = useClockText((now) =>
    Date.parse(end) > now ? texts.left(spanText(Date.parse(end) - now)) : texts.over,
  );
  return (
    <li className="py-3 first:pt-0 last:pb-0">
      <Link
        to={paths.receipt(key)}
        className="block font-semibold text-ink underline"
        // With kerning, the font draws a small letter too close to the dot.
        style={{ fontKerning: "none" }}
      >
        <WholeDay text={shown} />
      </Link>
      <p className="text-ink-soft tabular-nums">{left}</p>
    </li>
  );
}

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
        // A key without a parking counts as a guess at the server. Only one is asked for each time, because many would lock this address
        // out of its receipts.
        return;
      }
      renewReceipt({ key, plate: parking.ref_number, end: parking.end_time });
    } catch {
      // The receipt stays as the device knows it.
      return;
    }
  }
}
