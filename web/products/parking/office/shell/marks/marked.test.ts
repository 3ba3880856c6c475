import { expect, test } from "vitest";
import { withMark } from "./marked.ts";

const ORDER = ["a", "b", "c", "d"];

// Spec rules §14: `x` marks a row
test.each([
  ["a press marks", [], "b", undefined, ["b"]],
  ["a second press unmarks", ["a", "b"], "b", undefined, ["a"]],
  ["a range marks all between, downwards", ["a"], "c", "a", ["a", "b", "c"]],
  ["and upwards", ["d"], "b", "d", ["b", "c", "d"]],
  ["a range to a marked row unmarks", ["a", "b", "c"], "c", "b", ["a"]],
  ["a range from a row that is gone marks one row", [], "c", "gone", ["c"]],
])("%s", (_, marks, id, from, expected) => {
  expect([...withMark(new Set(marks), ORDER, id, from)].toSorted()).toEqual(expected);
});
