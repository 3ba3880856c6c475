import { expect, test } from "vitest";
import { SLOTS, slotColumns, slotOf } from "./slots.ts";

// Spec 2 §9: Six taxi …
test("there are six slots", () => {
  expect(SLOTS).toEqual([1, 2, 3, 4, 5, 6]);
});

test.each(SLOTS)("slot %i is written as one true column and read back", (slot) => {
  const columns = slotColumns(slot);
  expect(Object.values(columns).filter(Boolean)).toHaveLength(1);
  expect(columns[`item_${slot}`]).toBe(true);
  expect(slotOf(columns)).toBe(slot);
});

test("a row without a slot gives undefined", () => {
  expect(slotOf({ ...slotColumns(1), item_1: false })).toBeUndefined();
});
