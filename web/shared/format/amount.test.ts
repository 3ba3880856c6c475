import { expect, test } from "vitest";
import { parseAmount } from "./amount.ts";

test.each([
  ["6450000", 6_450_000],
  ["6 450 000", 6_450_000],
  ["6\u00a0450\u202f000 kr", 6_450_000],
  ["6.450.000", 6_450_000],
  ["6,450,000 SEK", 6_450_000],
  ["SEK 6450000", 6_450_000],
  ["6,450", 6450],
  ["2 500:-", 2500],
  ["99,50", 99.5],
  ["99.5", 99.5],
  ["0", 0],
  [" 007 ", 7],
  ["", undefined],
  ["   ", undefined],
  ["kr", undefined],
  ["-5", undefined],
  ["1e6", undefined],
  ["12,3456", undefined],
  ["1.2.3", undefined],
  ["tusen", undefined],
  ["5 000 dollar", undefined],
  ["Infinity", undefined],
])("%j is %s", (typed, expected) => {
  expect(parseAmount(typed)).toBe(expected);
});
