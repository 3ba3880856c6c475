import { expect, test } from "vitest";
import { isTouched, keptPart, restoredDraft, withEarlierNames } from "./restored-draft.ts";

const fresh = { caseNumber: "2", day: "2026-11-23", notes: "", rating: 5, photos: [] as object[] };
const first = { caseNumber: "1", day: "2026-11-22", notes: "", rating: 5 };

test.each([
  ["nothing", undefined, fresh],
  ["a damaged entry", { values: 7 }, fresh],
  ["a text where a number belongs", { first, values: { ...first, rating: "8" } }, { ...fresh, caseNumber: "1" }],
  [
    "a form that nobody touched: its number stays, its day is today's",
    { first, values: first },
    { ...fresh, caseNumber: "1" },
  ],
  ["the typed values", { first, values: { ...first, notes: "Grind" } }, { ...fresh, ...first, notes: "Grind" }],
  [
    "a field of an older version",
    { first, values: { ...first, old: "x", rating: 8 } },
    { ...fresh, ...first, rating: 8 },
  ],
])("after %s", (_found, found, values) => {
  const restored = restoredDraft(fresh, found, ["caseNumber"]);
  expect(restored.values).toEqual(values);
  expect(isTouched(restored)).toBe(values.notes !== "" || values.rating !== 5);
});

const read = (kept: object) => withEarlierNames(kept, { number: "caseNumber", words: "notes" });

test.each([
  ["a damaged entry", { values: 7 }, fresh],
  [
    "the typed values",
    { first: { number: "1", day: "2026-11-22" }, values: { number: "1", day: "2026-11-22", words: "Grind" } },
    { ...fresh, ...first, notes: "Grind" },
  ],
  ["a form that nobody touched", { first: { number: "1" }, values: { number: "1" } }, { ...fresh, caseNumber: "1" }],
])("after %s, by a version with other names of fields", (_found, found, values) => {
  expect(restoredDraft(fresh, found, ["caseNumber"], read).values).toEqual(values);
});

test("photos are not stored", () => {
  expect(keptPart({ notes: "a", rating: 3, photos: [{}] })).toEqual({ notes: "a", rating: 3 });
});

const names = { carModel: "car_model", plate: "ref_number" };

test.each([
  ["nothing", {}, {}],
  [
    "an earlier version's fields",
    { plate: "ABC 123", carModel: "", rating: 5 },
    { ref_number: "ABC 123", car_model: "", rating: 5 },
  ],
  ["today's fields", { ref_number: "ABC 123", street: "Kajen 1" }, { ref_number: "ABC 123", street: "Kajen 1" }],
])("of %s", (_what, kept, now) => {
  expect(withEarlierNames(kept, names)).toEqual(now);
});
