import { expect, test } from "vitest";
import { dutyIn, periodIn, shownAt } from "./shown-rows.ts";

const read = (search: string) => {
  const query = new URLSearchParams(search);
  return { tab: query.get("tab"), duty: dutyIn(query), days: periodIn(query) };
};

test.each([
  [shownAt("units", "free"), { tab: "units", duty: "free", days: undefined }],
  [shownAt("units", "on-duty"), { tab: "units", duty: "on-duty", days: undefined }],
  [shownAt("calls"), { tab: "calls", duty: "", days: undefined }],
  [shownAt("calls", "reached-7"), { tab: "calls", duty: "", days: 7 }],
  [{ search: "?tab=calls&show=reached-8" }, { tab: "calls", duty: "", days: undefined }],
])("%j is read as it was written", ({ search }, expected) => {
  expect(read(search)).toEqual(expected);
});
