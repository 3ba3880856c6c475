import { expect, test } from "vitest";
import { curveOf } from "./bid-curve.ts";

const bid = (amount: number, minute: number, withdrawn_at: string | null = null) => ({
  amount,
  created_at: `2026-11-27T08:${String(minute).padStart(2, "0")}:00+00:00`,
  received_at: null,
  withdrawn_at,
});

// Spec 5 §5: **Screens.** Listings: `For
test("the curve rises with each bid that was the highest, by the time it came", () => {
  const curve = curveOf([bid(4_400_000, 30), bid(4_000_000, 10), bid(4_100_000, 20), bid(4_050_000, 25)]);
  expect(curve?.steps.map(({ amount }) => amount)).toEqual([4_000_000, 4_100_000, 4_400_000]);
  expect(curve?.ticks).toEqual([4_000_000, 4_100_000, 4_200_000, 4_300_000, 4_400_000]);
});

test("a bid by phone stands at the time when it came", () => {
  const phoned = { ...bid(4_200_000, 40), received_at: "2026-11-27T08:05:00+00:00" };
  expect(curveOf([bid(4_000_000, 10), bid(4_300_000, 20), phoned])?.steps.map(({ amount }) => amount)).toEqual([
    4_200_000, 4_300_000,
  ]);
});

test.each([[[]], [[bid(1, 1)]], [[bid(2, 1), bid(1, 2)]], [[bid(1, 1), bid(2, 2, "2026-11-27T09:00:00+00:00")]]])(
  "%j has no curve",
  (bids) => {
    expect(curveOf(bids)).toBeUndefined();
  },
);

test.each([
  [6_250_000, 6_300_000],
  [1, 999_999_999],
  [12.5, 13],
])("from %d to %d at most six lines hold both", (lowest, highest) => {
  const ticks = curveOf([bid(lowest, 1), bid(highest, 2)])?.ticks ?? [];
  expect(ticks.length).toBeLessThanOrEqual(6);
  expect([ticks[0], ticks.at(-1)]).toEqual([
    expect.closeTo(Math.min(ticks[0] ?? 0, lowest)),
    expect.closeTo(Math.max(ticks.at(-1) ?? 0, highest)),
  ]);
});
