/** The curve of bids: the highest bid over time, as a step at each bid that raised it. */

type DrawnBid = { amount: number; at: number };

export type Curve = {
  /** The bids that raised the highest one, oldest first. */
  steps: DrawnBid[];
  /** Amounts with a line and a word, lowest first. */
  ticks: number[];
  /** The first and the last moment, in milliseconds since 1970. */
  from: number;
  to: number;
};

type Bid = { amount: number; created_at: string; received_at: string | null; withdrawn_at: string | null };

/** The curve of these bids; undefined where fewer than two raised the highest one. Withdrawn bids count for nothing. */
export function curveOf(bids: readonly Bid[]): Curve | undefined {
  const steps: DrawnBid[] = [];
  const inOrder = bids
    .filter((bid) => bid.withdrawn_at === null)
    .map(({ amount, created_at, received_at }) => ({ amount, at: Date.parse(received_at ?? created_at) }))
    .toSorted((a, b) => a.at - b.at);
  for (const bid of inOrder) if (bid.amount > (steps.at(-1)?.amount ?? 0)) steps.push(bid);
  const [first, last] = [steps[0], inOrder.at(-1)];
  if (first === undefined || last === undefined || steps.length < 2) return undefined;
  return { steps, ticks: ticksOf(first.amount, steps.at(-1)?.amount ?? first.amount), from: first.at, to: last.at };
}

/** Distances between two lines, times a power of ten. */
const STEPS = [1, 2, 5, 10];
const MOST_LINES = 4;

/** Round amounts around a lowest and a highest one, at most five. */
function ticksOf(lowest: number, highest: number): number[] {
  const rough = (highest - lowest) / MOST_LINES;
  const power = 10 ** Math.floor(Math.log10(rough));
  const distance = power * (STEPS.find((step) => step * power >= rough) ?? 10);
  const first = Math.floor(lowest / distance);
  const last = Math.ceil(highest / distance);
  return Array.from({ length: last - first + 1 }, (_, line) => (first + line) * distance);
}
