import { expect, test } from "vitest";
import { offDutySoon } from "./off-duty-soon.ts";

test.each([
  ["2026-11-27T01:44:59+01:00", null, undefined],
  ["2026-11-27T01:45:00+01:00", null, "2026-11-27"],
  ["2026-11-27T01:59:59+01:00", null, "2026-11-27"],
  ["2026-11-27T02:00:00+01:00", null, undefined],
  ["2026-11-27T01:50:00+01:00", "2026-11-27", undefined],
  ["2026-11-27T01:50:00+01:00", "2026-11-26", "2026-11-27"],
])("at %s, with %s skipped, the end of duty at 02:00 that comes is %s", (now, skipped, day) => {
  expect(offDutySoon({ off_duty_at: "02:00:00", off_duty_skipped_on: skipped }, Date.parse(now))).toBe(day);
});

test("an end just after midnight is of the next day, and without a time none comes", () => {
  const now = Date.parse("2026-11-26T23:55:00+01:00");
  expect(offDutySoon({ off_duty_at: "00:05:00", off_duty_skipped_on: null }, now)).toBe("2026-11-27");
  expect(offDutySoon({ off_duty_at: null, off_duty_skipped_on: null }, now)).toBeUndefined();
});
