import { expect, test } from "vitest";
import { openBefore } from "./periods.ts";

const months = ["2026-11-01", "2026-09-01", "2026-08-01", "2026-06-01"];

test("months before a month are closed with it, oldest first, and those that are closed are left alone", () => {
  expect(openBefore({ months, closed_until: null }, "2026-11-01")).toEqual(["2026-06-01", "2026-08-01", "2026-09-01"]);
  expect(openBefore({ months, closed_until: "2026-08-01" }, "2026-11-01")).toEqual(["2026-09-01"]);
  expect(openBefore({ months, closed_until: "2026-08-01" }, "2026-09-01")).toEqual([]);
});
