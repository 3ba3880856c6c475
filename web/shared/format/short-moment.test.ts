import { expect, test } from "vitest";
import { shortMoment } from "./short-moment.ts";

// Spec rules §13: A taken car
test.each([
  ["2026-11-22T06:05:00Z", "07:05"],
  // In Stockholm this moment is already on the 22nd.
  ["2026-11-21T23:30:00Z", "00:30"],
  ["2026-11-21T22:59:00Z", "2026-11-21 23:59"],
])("%s is %s", (at, text) => {
  expect(shortMoment(new Date(at), Date.parse("2026-11-22T12:00:00Z"))).toBe(text);
});
