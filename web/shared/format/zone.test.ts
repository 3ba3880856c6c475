import { afterEach, expect, test } from "vitest";
import { momentsOf, setTimeZone, turnOf, wallTime } from "./zone.ts";

afterEach(() => setTimeZone("Europe/Stockholm"));

const iso = (moments: Date[]) => moments.map((moment) => moment.toISOString());

test.each([
  ["an hour of every day", "2026-11-21", "09:05", ["2026-11-21T08:05:00.000Z"]],
  ["summer", "2026-07-01", "00:30", ["2026-06-30T22:30:00.000Z"]],
  ["the hour that is missing in March", "2026-03-29", "02:30", []],
  ["the hour after it", "2026-03-29", "03:00", ["2026-03-29T01:00:00.000Z"]],
  ["the doubled hour of October", "2026-10-25", "02:30", ["2026-10-25T00:30:00.000Z", "2026-10-25T01:30:00.000Z"]],
  ["the hour before it", "2026-10-25", "01:59", ["2026-10-24T23:59:00.000Z"]],
  ["no time", "2026-10-25", "25:00", []],
])("%s: %s %s", (_name, day, time, moments) => {
  expect(iso(momentsOf(day, time))).toEqual(moments);
});

test.each([
  ["2026-10-24T23:59:59Z", "once"],
  ["2026-10-25T00:00:00Z", "first"],
  ["2026-10-25T00:59:59Z", "first"],
  ["2026-10-25T01:00:00Z", "second"],
  ["2026-10-25T02:00:00Z", "once"],
  ["2026-03-29T01:00:00Z", "once"],
] as const)("the time of %s comes %s", (moment, turn) => {
  expect(turnOf(new Date(moment))).toBe(turn);
});

test("the clock of another zone, and an unknown zone", () => {
  setTimeZone("America/New_York");
  expect(wallTime(new Date("2026-11-21T08:05:00Z"))).toEqual({ day: "2026-11-21", time: "03:05" });
  expect(iso(momentsOf("2026-11-01", "01:30"))).toEqual(["2026-11-01T05:30:00.000Z", "2026-11-01T06:30:00.000Z"]);
  expect(() => setTimeZone("Europe/Kalmar")).toThrow(RangeError);
  expect(wallTime(new Date("2026-11-21T08:05:00Z")).time).toBe("03:05");
});
