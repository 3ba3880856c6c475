import * as v from "valibot";
import { describe, expect, test } from "vitest";
import { newRegistration, type Registration, registrationSchema } from "./registration.ts";

const NOW = new Date(2026, 10, 21, 23, 15, 42).getTime();

const typed = (over: Partial<Registration> = {}): Registration => ({
  ...newRegistration(NOW),
  carModel: " Volvo V70 ",
  carColor: "Blå",
  street: "Åkergränd 1",
  plate: " abc 12d ",
  ...over,
});

const messages = (over: Partial<Registration>) => {
  const result = v.safeParse(registrationSchema, typed(over));
  return result.success ? [] : result.issues.map((issue) => [issue.path?.[0]?.key, issue.message]);
};

test("a new form runs from now until two hours later, over midnight too", () => {
  expect(newRegistration(NOW)).toMatchObject({
    startDate: "2026-11-21",
    startTime: "23:15",
    endDate: "2026-11-22",
    endTime: "01:15",
  });
});

test("what is typed becomes the columns: trimmed, the plate in capitals, no Discord name as null", () => {
  expect(v.parse(registrationSchema, typed())).toEqual({
    car_model: "Volvo V70",
    car_color: "Blå",
    street: "Åkergränd 1",
    ref_number: "ABC 12D",
    discord_username: null,
    start_time: new Date(2026, 10, 21, 23, 15).toISOString(),
    end_time: new Date(2026, 10, 22, 1, 15).toISOString(),
  });
});

describe("messages at their fields", () => {
  test.each([
    ["the end equals the start", { endDate: "2026-11-21", endTime: "23:15" }, []],
    [
      "the end is a minute before the start",
      { endDate: "2026-11-21", endTime: "23:14" },
      [["endTime", "Sluttiden kan inte vara före starttiden"]],
    ],
    [
      "the end is a day before the start",
      { endDate: "2026-11-20" },
      [["endTime", "Sluttiden kan inte vara före starttiden"]],
    ],
    ["a time that is none", { startTime: "25:00" }, [["startTime", "Ange tiden som HH:mm"]]],
    [
      "clocks are set forward over the start",
      { startDate: "2026-03-29", startTime: "2.30", endDate: "2026-03-29", endTime: "4" },
      [["startTime", "Klockan ställs fram då, så den tiden finns inte"]],
    ],
    [
      "the end comes before the start by the clock, and after it in the doubled hour",
      { startDate: "2026-10-25", startTime: "02:45 sommartid", endDate: "2026-10-25", endTime: "02:15 normaltid" },
      [],
    ],
    ["a time typed short", { startTime: "2300", endTime: "1.30" }, []],
  ])("%s", (_name, over, expected) => {
    expect(messages(over)).toEqual(expected);
  });
});
