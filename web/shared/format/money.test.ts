import { expect, test } from "vitest";
import { formatCount, formatExactly, formatMoney, formatOre } from "./money.ts";

/** Intl writes non-breaking spaces; this makes plain spaces of them. */
const plain = (text: string) => text.replace(/\s/g, " ");

// Spec 2 §9: Currency SEK, formatted
test.each([
  [700, "700 kr"],
  [50_000, "50 000 kr"],
  [1_234_567, "1 234 567 kr"],
  [99.5, "100 kr"],
  [0, "0 kr"],
  [Number.NaN, "–"],
  [null, "–"],
  [undefined, "–"],
])("%s in kronor is %s", (amount, text) => {
  expect(plain(formatMoney(amount))).toBe(text);
});

test("a count is grouped", () => {
  expect(plain(formatCount(100_000))).toBe("100 000");
});

test.each([
  [70_000, "700 kr"],
  [70_050, "700,50 kr"],
  [1, "0,01 kr"],
  [0, "0 kr"],
  [undefined, "–"],
])("%s öre are %s", (ore, text) => {
  expect(plain(formatOre(ore))).toBe(text);
});

// Spec rules §13: Amounts of bids
test.each([
  [12.5, "12,50 kr"],
  [6_250_000, "6 250 000 kr"],
  [700.001, "700 kr"],
  [null, "–"],
])("a bid of %s is %s", (amount, text) => {
  expect(plain(formatExactly(amount))).toBe(text);
});
