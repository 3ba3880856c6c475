import * as v from "valibot";
import { describe, expect, test } from "vitest";
import { timesOf } from "./parking-times.ts";
import { newRegistration, type Registration, registrationSchema } from "./registration.ts";

const NOW = new Date(2026, 10, 21, 23, 15, 42).getTime();

const typed = (over: Partial<Registration> = {}): Registration => ({
  ...newRegistration(NOW),
  car_model: " Volvo V70 ",
  car_color: "Blå",
  street: "Åkergränd 1",
  ref_number: " abc 12d ",
  ...over,
});

/** A form with all times set, read a moment before the first of them. */
const ALL_SET = { ...timesOf(newRegistration(NOW), newRegistration(NOW)), start: true, end: true, endDay: true };
const LONG_BEFORE = new Date(2026, 0, 1).getTime();
const schema = registrationSchema(ALL_SET, () => LONG_BEFORE);

const messages = (over: Partial<Registration>) => {
  const result = v.safeParse(schema, typed(over));
  return result.success ? [] : result.issues.map((issue) => [issue.path?.[0]?.key, issue.message]);
};

// Spec 1 §5: Default start is
// Spec 1 §5: default end is
test("a new form runs from now until two hours later, also over midnight", () => {
  expect(newRegistration(NOW)).toMatchObject({
    start_date: "2026-11-21",
    start_time: "23:15",
    end_date: "2026-11-22",
    end_time: "01:15",
  });
});

// Spec 1 §7: parkings: insert {car_model,
test("typed values become columns: trimmed, the plate in capitals, an empty Discord name as null", () => {
  expect(v.parse(schema, typed())).toEqual({
    car_model: "Volvo V70",
    car_color: "Blå",
    street: "Åkergränd 1",
    ref_number: "ABC 12D",
    discord_username: null,
    start_time: new Date(2026, 10, 21, 23, 15).toISOString(),
    end_time: new Date(2026, 10, 22, 1, 15).toISOString(),
  });
});

// Spec 1 §5: End may not
describe("messages stand at their fields", () => {
  // Spec 3 §6: Times are shown
  test.each([
    ["the end equals the start", { end_date: "2026-11-21", end_time: "23:15" }, []],
    [
      "the end is a minute before the start",
      { end_date: "2026-11-21", end_time: "23:14" },
      [["end_time", "Sluttiden kan inte vara före starttiden"]],
    ],
    [
      "the end is a day before the start",
      { end_date: "2026-11-20" },
      [["end_time", "Sluttiden kan inte vara före starttiden"]],
    ],
    ["a time that is none", { start_time: "25:00" }, [["start_time", "Ange tiden som HH:mm"]]],
    [
      "clocks are set forward over the start",
      { start_date: "2026-03-29", start_time: "2.30", end_date: "2026-03-29", end_time: "4" },
      [["start_time", "Klockan ställs fram då, så den tiden finns inte"]],
    ],
    [
      "the end comes before the start by the clock, and after it in the doubled hour",
      { start_date: "2026-10-25", start_time: "02:45 sommartid", end_date: "2026-10-25", end_time: "02:15 normaltid" },
      [],
    ],
    ["a time typed short", { start_time: "2300", end_time: "1.30" }, []],
  ])("%s", (_name, over, expected) => {
    expect(messages(over)).toEqual(expected);
  });
});
