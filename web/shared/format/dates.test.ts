import { describe, expect, test } from "vitest";
import {
  combineDateAndTime,
  formatDateTime,
  formatLongDate,
  formatLongDateTime,
  formatOptional,
  parseDateValue,
  parseTime,
  toDateValue,
  toTimeValue,
} from "./dates.ts";

// The tests run in Europe/Stockholm (vitest.config.ts).

test.each([
  ["2026-11-21T08:05:00Z", "2026-11-21 09:05"],
  ["2026-07-01T22:30:00+00:00", "2026-07-02 00:30"],
  [new Date(2026, 0, 5, 7, 3), "2026-01-05 07:03"],
  [Date.UTC(2026, 2, 29, 1, 0), "2026-03-29 03:00"],
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

  test("a day and a time go there and back", () => {
    const moment = combineDateAndTime("2024-02-29", "2359");
    expect(moment?.toISOString()).toBe("2024-02-29T22:59:00.000Z");
    expect(moment && [toDateValue(moment), toTimeValue(moment)]).toEqual(["2024-02-29", "23:59"]);
  });

  test.each([
    ["2026-02-30", "10:00"],
    ["2026-02-20", "10:99"],
  ])("%s %s is no moment", (day, time) => {
    expect(combineDateAndTime(day, time)).toBeUndefined();
  });
});
