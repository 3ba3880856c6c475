import { expect, test } from "vitest";
import { AddressCount } from "#server/http/in-flight.ts";
import { Pace } from "./socket-limits.ts";

test("each address has places of its own", () => {
  const count = new AddressCount();
  const leave = count.enter("a", 2);
  expect(count.enter("a", 2)).not.toBeNull();
  expect(count.enter("a", 2)).toBeNull();
  expect(count.enter("b", 2)).not.toBeNull();
  leave?.();
  // A place is given back once.
  leave?.();
  expect(count.enter("a", 2)).not.toBeNull();
  expect(count.enter("a", 2)).toBeNull();
});

test("a burst passes, then a steady rate", () => {
  const pace = new Pace(3, 2, 0);
  expect([0, 0, 0, 0].map((now) => pace.take(now))).toEqual([true, true, true, false]);
  expect([499, 500, 500, 1000].map((now) => pace.take(now))).toEqual([false, true, false, true]);
});

test("a quiet time saves up no more than the burst, and a clock that goes back gives nothing", () => {
  const pace = new Pace(2, 1, 0);
  expect([60_000, 60_000, 60_000].map((now) => pace.take(now))).toEqual([true, true, false]);
  expect(pace.take(0)).toBe(false);
});
