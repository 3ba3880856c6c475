import type { Bid } from "#data/property_bids/queries.ts";
import { formatDateTime } from "#shared/format/dates.ts";
import { formatExactly } from "#shared/format/money.ts";
import { shortMoment } from "#shared/format/short-moment.ts";
import { type Curve, curveOf } from "../rules/bid-curve.ts";
import { texts } from "../texts.ts";

const labels = texts.curve;

/** The drawing's size in its own units; it grows with its place. */
const WIDTH = 400;
const HEIGHT = 160;
const ABOVE = 8;
const BELOW = 4;

/** The highest bid over time, with its table. It is drawn once two bids have raised the highest one. */
export function BidCurve({ bids, now }: { bids: readonly Bid[]; now: number }) {
  // What agents alone see of a list draws no curve.
  const curve = curveOf(bids.filter(({ visibility }) => visibility === "public"));
  if (curve === undefined) return null;
  return (
    <figure className="mb-4">
      <figcaption className="mb-2 font-semibold">{labels.title}</figcaption>
      <Drawing curve={curve} now={now} />
      <details className="mt-1">
        <summary className="min-h-11 cursor-pointer content-center font-semibold">{labels.table}</summary>
        <table aria-label={labels.title} className="w-full">
          <thead>
            <tr className="border-b border-line text-left text-sm text-ink-soft">
              <th scope="col">{labels.time}</th>
              <th scope="col" className="text-right">
                {labels.amount}
              </th>
            </tr>
          </thead>
          <tbody className="divide-y divide-line tabular-nums [&_td]:py-1.5">
            {curve.steps.map(({ at, amount }) => (
              <tr key={at}>
                <td>{formatDateTime(at)}</td>
                <td className="text-right">{formatExactly(amount)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  );
}

/** The drawing; a screen reader reads the table instead. */
function Drawing({ curve: { steps, ticks, from, to }, now }: { curve: Curve; now: number }) {
  const [lowest, highest] = [ticks[0] ?? 0, ticks.at(-1) ?? 0];
  const x = (at: number) => ((at - from) / Math.max(1, to - from)) * WIDTH;
  const y = (amount: number) => ABOVE + (1 - (amount - lowest) / (highest - lowest)) * (HEIGHT - ABOVE - BELOW);
  const line = steps
    .map(({ at, amount }, index) => (index === 0 ? `M0,${y(amount)}` : `H${x(at)} V${y(amount)}`))
    .join(" ");
  return (
    <div aria-hidden="true">
      <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2">
        <div className="relative w-max text-right text-sm text-ink-soft tabular-nums">
          {/* The longest word gives the column its width. */}
          <span className="invisible">{formatExactly(highest)}</span>
          {ticks.map((amount) => (
            <span
              key={amount}
              className="absolute right-0 -translate-y-1/2"
              style={{ top: `${(y(amount) / HEIGHT) * 100}%` }}
            >
              {formatExactly(amount)}
            </span>
          ))}
        </div>
        <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" className="h-40 w-full overflow-visible">
          {ticks.map((amount) => (
            <line key={amount} x2={WIDTH} y1={y(amount)} y2={y(amount)} className="stroke-line" />
          ))}
          <path
            d={`${line} H${WIDTH}`}
            fill="none"
            strokeWidth="3"
            vectorEffect="non-scaling-stroke"
            className="stroke-brand"
          />
        </svg>
        <span />
        <p className="mt-1 flex justify-between text-sm text-ink-soft tabular-nums">
          <span>{shortMoment(new Date(from), now)}</span>
          <span>{shortMoment(new Date(to), now)}</span>
        </p>
      </div>
    </div>
  );
}
