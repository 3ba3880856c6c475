import { expect, test } from "vitest";
import { moved } from "./picture-order.ts";

// Spec 5 §5: Management: field `Photos`
test.each([
  [0, 1, "bac"],
  [2, 0, "cab"],
  [0, 2, "bca"],
  [1, 1, "abc"],
  [0, -1, "abc"],
  [2, 3, "abc"],
  [5, 0, "abc"],
])("the picture at %i goes to %i: %s", (from, to, expected) => {
  expect(moved(["a", "b", "c"], from, to).join("")).toBe(expected);
});
