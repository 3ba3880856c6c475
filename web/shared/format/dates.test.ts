import { describe, expect, test } from "vitest";
import {
  addDays,
  combineDateAndTime,
  formatDateTime,
  formatLongDate,
  formatLongDateTime,
  formatOptional,
  isSkipped,
  parseDateValue,
  parseTime,
  startOfDay,
  toDateValue,
  toTimeValue,
} from "./dates.ts";
import { setTimeZone } from "./zone.ts";

// The tests run in Europe/Stockholm (vitest.config.ts).

// Spec 1 §8: Dates | …
// Spec 1 §9: Dates shown as
test.each([
  ["2026-11-21T08:05:00Z", "2026-11-21 09:05"],
  ["2026-07-01T22:30:00+00:00", "2026-07-02 00:30"],
  [new Date(2026, 0, 5, 7, 3), "2026-01-05 07:03"],
  [Date.UTC(2026, 2, 29, 1, 0), "2026-03-29 03:00"],
  ["2026-10-25T00:30:00Z", "2026-10-25 02:30 sommartid"],
  ["2026-10-25T01:30:00Z", "2026-10-25 02:30 normaltid"],
  ["2026-11-21", "2026-11-21 00:00"],
  ["nonsense", "Ogiltigt datum"],
  ["2026-13-45", "Ogiltigt datum"],
  [new Date(Number.NaN), "Ogiltigt datum"],
  [null, "Ej angivet"],
  [undefined, "Ej angivet"],
  ["", "Ej angivet"],
] as const)("a moment in a list: %s is %s", (moment, text) => {
  expect(formatDateTime(moment)).toBe(text);
});

// Spec 1 §9: Dates shown as
// Spec 2 §9: Dates shown in
test.each([
  ["2026-11-21", "21 november 2026"],
  ["2026-05-01T23:30:00Z", "2 maj 2026"],
  ["x", "Ogiltigt datum"],
  [null, "Ej angivet"],
] as const)("a day in words: %s is %s", (moment, text) => {
  expect(formatLongDate(moment)).toBe(text);
});

test("a moment in words", () => {
  expect(formatLongDateTime("2026-11-21T08:05:00Z")).toBe("21 november 2026 kl. 09:05");
});

// Spec 1 §8: Dates | …
test.each([
  ["nils#1", "nils#1"],
  ["", "Ej angivet"],
  ["  ", "Ej angivet"],
  [null, "Ej angivet"],
] as const)("an optional text: %j is %s", (text, shown) => {
  expect(formatOptional(text)).toBe(shown);
});

test.each([
  ["930", "09:30"],
  ["0930", "09:30"],
  ["9:30", "09:30"],
  ["9.30", "09:30"],
  ["9,30", "09:30"],
  ["9 30", "09:30"],
  [" 09:30 ", "09:30"],
  ["kl 9.30", "09:30"],
  ["kl. 7", "07:00"],
  ["9", "09:00"],
  ["23", "23:00"],
  ["0", "00:00"],
  ["0000", "00:00"],
  ["23:59", "23:59"],
  ["230 Normaltid", "02:30 normaltid"],
  ["2.30  sommartid", "02:30 sommartid"],
  ["2.30 vintertid", undefined],
  ["24:00", undefined],
  ["12:60", undefined],
  ["1260", undefined],
  ["9:3", undefined],
  ["25", undefined],
  ["12345", undefined],
  ["-1", undefined],
  ["half past", undefined],
  ["", undefined],
] as const)("a typed time: %j is %s", (typed, time) => {
  expect(parseTime(typed)).toBe(time);
});

describe("days of date fields", () => {
  test.each(["2026-02-31", "2026-00-10", "2026-1-1", "21/11/2026", ""])("%j is no day", (value) => {
    expect(parseDateValue(value)).toBeUndefined();
  });

  test("a day and a time convert to a moment and back", () => {
    const moment = combineDateAndTime("2024-02-29", "2359");
    expect(moment?.toISOString()).toBe("2024-02-29T22:59:00.000Z");
    expect(moment && [toDateValue(moment), toTimeValue(moment)]).toEqual(["2024-02-29", "23:59"]);
  });

  test.each([
    ["02:30", "2026-10-25T00:30:00.000Z", "02:30 sommartid"],
    ["02:30 sommartid", "2026-10-25T00:30:00.000Z", "02:30 sommartid"],
    ["02:30 normaltid", "2026-10-25T01:30:00.000Z", "02:30 normaltid"],
    ["03:30 normaltid", "2026-10-25T02:30:00.000Z", "03:30"],
  ])("in the night when clocks are set back %s is %s", (typed, moment, shown) => {
    const found = combineDateAndTime("2026-10-25", typed);
    expect(found?.toISOString()).toBe(moment);
    expect(found && toTimeValue(found)).toBe(shown);
  });

  test("an hour that clocks skip in March differs from a wrong time", () => {
    expect(combineDateAndTime("2026-03-29", "2.30")).toBeUndefined();
    expect(isSkipped("2026-03-29", "2.30")).toBe(true);
    expect(isSkipped("2026-03-29", "3.00")).toBe(false);
    expect(isSkipped("2026-03-29", "25")).toBe(false);
    expect(isSkipped("2026-02-30", "2.30")).toBe(false);
  });

  test("days are counted over nights of 23 and 25 hours", () => {
    expect([addDays("2026-03-28", 2), addDays("2026-10-24", 2), addDays("x", 1)]).toEqual([
      "2026-03-30",
      "2026-10-26",
      "x",
    ]);
    expect(startOfDay("2026-10-26")?.toISOString()).toBe("2026-10-25T23:00:00.000Z");
  });

  test("a browser elsewhere shows and stores the company's time", () => {
    setTimeZone("Asia/Tokyo");
    expect(formatDateTime("2026-11-21T20:05:00Z")).toBe("2026-11-22 05:05");
    expect(formatLongDate("2026-11-21")).toBe("21 november 2026");
    expect(combineDateAndTime("2026-11-22", "0505")?.toISOString()).toBe("2026-11-21T20:05:00.000Z");
    setTimeZone("Europe/Stockholm");
  });

  test.each([
    ["2026-02-30", "10:00"],
    ["2026-02-20", "10:99"],
  ])("%s %s is no moment", (day, time) => {
    expect(combineDateAndTime(day, time)).toBeUndefined();
  });
});
