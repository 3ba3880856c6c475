import { expect, test } from "vitest";
import { periodOf } from "./period.ts";

// Spec 4 §5: Översikt: figures …
// Spec 4 §5: Customer admin, beside
test.each([
  ["", "30", "2026-10-24", "2026-11-22"],
  ["period=7", "7", "2026-11-16", "2026-11-22"],
  ["period=90", "90", "2026-08-25", "2026-11-22"],
  ["period=8", "30", "2026-10-24", "2026-11-22"],
  ["period=own", "own", "2026-10-24", "2026-11-22"],
  ["period=own&from=2026-03-01&to=2026-03-31", "own", "2026-03-01", "2026-03-31"],
  ["period=own&from=2026-03-31&to=2026-03-01", "own", "2026-03-01", "2026-03-31"],
  ["period=own&from=2026-02-30&to=x", "own", "2026-10-24", "2026-11-22"],
  ["period=own&from=2001-01-01&to=2026-11-22", "own", "2023-11-23", "2026-11-22"],
])("the address %j is %s days, from %s to %s", (search, choice, first, last) => {
  expect(periodOf(new URLSearchParams(search), "2026-11-22")).toEqual({ choice, first, last });
});
