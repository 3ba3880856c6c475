import { safeParse } from "valibot";
import { expect, test } from "vitest";
import { permitEnd, permitPeriod, permitState } from "./permit-state.ts";
import { permitSchema } from "./permit-schema.ts";

const NOW = Date.parse("2026-11-25T12:00:00Z");
const FROM = { valid_from: "2026-11-25T11:00:00Z", valid_until: null, ended_at: null };

// Spec 4 §5: Tillstånd: list, search,
// Spec 4 §3: permits: plate, plate_key,
test.each([
  [{}, "valid"],
  [{ valid_from: "2026-11-25T12:00:01Z" }, "later"],
  [{ valid_until: "2026-11-25T12:00:01Z" }, "valid"],
  [{ valid_until: "2026-11-25T12:00:00Z" }, "over"],
  [{ ended_at: "2026-11-25T12:00:00Z" }, "ended"],
  [{ ended_at: "2026-11-25T12:00:01Z" }, "valid"],
  [{ ended_at: "2026-11-25T11:30:00Z", valid_until: "2026-11-25T11:40:00Z" }, "ended"],
] as const)("a permit with %j is %s", (times, state) => {
  expect(permitState({ ...FROM, ...times }, NOW)).toBe(state);
});

// Spec 3 §6: The list of cases …
test.each([
  [{}, "tills det avslutas", false],
  [{ valid_until: "2026-11-28T11:00:00Z" }, "3 dagar kvar", true],
  [{ valid_until: "2026-11-25T23:00:00Z" }, "1 dag kvar", true],
  [{ valid_until: "2026-12-09T12:00:00Z" }, "14 dagar kvar", true],
  [{ valid_until: "2026-12-09T23:00:00Z" }, "2026-12-09", false],
  [{ valid_until: "2026-12-09T12:30:00Z" }, "2026-12-09 13:30", false],
  [{ valid_until: "2026-11-25T11:30:00Z" }, "2026-11-25 12:30", false],
  [{ valid_until: "2026-11-28T11:00:00Z", ended_at: "2026-11-25T11:30:00Z" }, "2026-11-25 12:30", false],
] as const)("a permit with %j ends: %s", (times, text, isSoon) => {
  expect(permitEnd({ ...FROM, ...times }, NOW)).toEqual({ text, isSoon });
});

const TYPED = {
  plate: " tao 98n ",
  holder: "",
  note: "",
  attendant_note: "",
  valid_from: "2026-11-25",
  valid_until: "",
};
const parsed = (over: Partial<typeof TYPED>) => {
  const { success, output } = safeParse(permitSchema, { ...TYPED, ...over });
  return success ? output : undefined;
};

test("days become the moments of their start and end", () => {
  expect(parsed({})).toMatchObject({
    plate: "TAO 98N",
    valid_from: "2026-11-24T23:00:00.000Z",
    valid_until: null,
  });
  expect(parsed({ valid_until: "2026-11-25" })).toMatchObject({ valid_until: "2026-11-25T23:00:00.000Z" });
});

test.each([
  ["2026-11-25T23:00:00+00:00", "2026-11-25 00:00 till och med 2026-11-25"],
  ["2026-07-31T22:00:00+00:00", "2026-11-25 00:00 till och med 2026-07-31"],
  ["2026-11-25T12:30:00+00:00", "2026-11-25 00:00 – 2026-11-25 13:30"],
  [null, "2026-11-25 00:00 – tills det avslutas"],
])("a permit until %s says: %s", (valid_until, words) => {
  expect(permitPeriod({ valid_from: "2026-11-24T23:00:00+00:00", valid_until })).toBe(words);
});

test.each([[{ plate: " -- " }], [{ valid_until: "2026-11-24" }]])("%j is refused", (over) => {
  expect(parsed(over)).toBeUndefined();
});
