import { expect, test } from "vitest";
import { parkingStatus } from "./parking-status.ts";

const NOW = Date.parse("2026-11-21T10:00:00Z");

// Spec 1 §4: Parking displayed status:
test.each([
  ["2026-11-21T10:00:01Z", "active"],
  ["2026-11-21T10:00:00Z", "active"],
  ["2026-11-21T09:59:59.999Z", "expired"],
  ["2026-11-21T11:00:00+02:00", "expired"],
  ["2026-11-21T11:30:00+01:00", "active"],
  ["igår", "expired"],
] as const)("an end at %s is %s at ten", (end, status) => {
  expect(parkingStatus(end, NOW)).toBe(status);
});
