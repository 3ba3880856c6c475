import { expect, test } from "vitest";
import { whatOf } from "./unit-history.tsx";

const nameOf = (code: string) => code.toLowerCase();

test.each([
  ["press", "A", "a → b"],
  ["edit", "A", "a → b"],
  ["call", "A", "By a call: a → b"],
  ["all_off", "A", "All off duty: a → b"],
  ["clock", "A", "By the clock: a → b"],
  ["undo", "A", "Undone: a → b"],
  ["checked", "A", "Checked, b"],
  ["edit", null, "Added as b"],
])("%s from %s is told as %s", (cause, from_status, words) => {
  expect(whatOf({ cause, from_status, to_status: "B" }, nameOf)).toBe(words);
});
