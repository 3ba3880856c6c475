import { expect, test } from "vitest";
import { ageInWords, ageTone } from "./age-in-words.ts";

// Spec 4 §5: Bestridna is a
test.each([
  ["2026-11-22T20:00:00Z", "2026-11-22T21:00:00Z", "Kom in i dag"],
  // Midnight of the company's zone lies between them.
  ["2026-11-22T22:30:00Z", "2026-11-22T23:30:00Z", "Kom in i går"],
  ["2026-11-20T10:00:00Z", "2026-11-22T09:00:00Z", "Har väntat i 2 dagar"],
  // Clocks are set back on the 25th.
  ["2026-10-24T10:00:00Z", "2026-10-26T10:00:00Z", "Har väntat i 2 dagar"],
  ["2026-11-23T10:00:00Z", "2026-11-22T10:00:00Z", "Kom in i dag"],
])("received %s, seen %s: %s", (receivedAt, now, words) => {
  expect(ageInWords(receivedAt, Date.parse(now))).toBe(words);
});

// Spec 3 §6: Objections over 14
test.each([
  ["2026-11-08T23:30:00Z", "neutral"],
  ["2026-11-08T22:30:00Z", "warning"],
  ["2026-10-24T10:00:00Z", "warning"],
  ["2026-10-23T10:00:00Z", "danger"],
])("received %s, its age is marked as %s on the 23rd of November", (receivedAt, tone) => {
  expect(ageTone(receivedAt, Date.parse("2026-11-23T12:00:00+01:00"))).toBe(tone);
});
