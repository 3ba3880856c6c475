import { expect, test } from "vitest";
import { isPastCorrection, timesText } from "./turn-times.ts";

// Spec 5 §6: Who was corrected
test("times without an end are shown as open, whether the end is null or missing in a turn's history", () => {
  const started_at = "2026-11-27T07:00:00Z";
  expect(timesText({ started_at, ended_at: "2026-11-27T15:00:00Z" })).toMatch(/^2026-11-27 \d\d:00–\d\d:00$/);
  for (const open of [{ started_at, ended_at: null }, { started_at }])
    expect(timesText(open)).toMatch(/^2026-11-27 \d\d:00–$/);
});

// Spec 5 §6: type_turn(turn_id
test("a turn is corrected by its person as long as its day lies within the days of the settings", () => {
  const now = Date.parse("2026-11-28T11:00:00Z");
  expect(isPastCorrection({ started_at: "2026-11-20T23:00:00Z" }, 7, now)).toBe(false);
  expect(isPastCorrection({ started_at: "2026-11-20T22:59:59Z" }, 7, now)).toBe(true);
});
