import { expect, test } from "vitest";
import { holeIn, readMoment } from "./restore-to.ts";

const ZONE = "Europe/Stockholm";
const NOW = Date.parse("2026-11-28T12:00:00Z");
const read = (text: string) => {
  const moment = readMoment(text, ZONE, NOW);
  return moment === null ? null : new Date(moment).toISOString();
};

test("a moment is the company's clock unless it names a zone", () => {
  expect(read("2026-11-23T14:02:05")).toBe("2026-11-23T13:02:05.000Z");
  expect(read("2026-07-01 14:02")).toBe("2026-07-01T12:02:00.000Z");
  expect(read("2026-11-23T14:02:05Z")).toBe("2026-11-23T14:02:05.000Z");
  expect(read("2026-11-23T14:02:05+02:00")).toBe("2026-11-23T12:02:05.000Z");
  expect(read("latest")).toBeNull();
});

test("of an hour that comes twice the later one is meant, and in the hour that is left out nothing fails", () => {
  expect(read("2026-10-25T02:30:00")).toBe("2026-10-25T01:30:00.000Z");
  expect(read("2026-03-29T02:30:00")).toBe("2026-03-29T01:30:00.000Z");
});

test("what is no moment, or lies ahead, is refused", () => {
  for (const text of ["igår", "2026-11-23", "14:02", ""]) expect(() => read(text)).toThrow(/name a moment/);
  expect(() => read("2026-11-28T13:00:01")).toThrow(/lies ahead/);
});

const of = (timeline: number, ...places: number[]) =>
  places.map((place) => `0000000${timeline}00000000000000${String(place).padStart(2, "0")}`);
const hole = (segments: string[], found: string[], missing: string[]) =>
  holeIn(segments, { found: new Set(found), missing: new Set(missing) });

test("a segment that lacks before later ones is a hole; the log's end, a history and another timeline's segment are none", () => {
  expect(hole(of(1, 1, 2, 4), of(1, 1, 2), of(1, 3))).toBe(of(1, 3)[0]);
  expect(hole(of(1, 1, 2), of(1, 1, 2), of(1, 3))).toBeNull();
  expect(hole(of(1, 1, 2), of(1, 1, 2), ["00000002.history", ...of(1, 3)])).toBeNull();
  // The second timeline begins with the third segment, and the first went on to the fifth.
  const both = [...of(1, 1, 2, 3, 4, 5), ...of(2, 3, 4)];
  expect(hole(both, [...of(1, 1, 2), ...of(2, 3, 4)], [...of(2, 1, 2), ...of(2, 5)])).toBeNull();
});
