import { expect, test } from "vitest";
import { differs } from "./unsaved.ts";

test.each([
  [{ a: "1" }, { a: "1" }, false],
  [{ a: "2" }, { a: "1" }, true],
  [{ a: "" }, { a: "1" }, true],
  // A location that came while the form was open.
  [{ a: "1" }, { a: "1", b: "" }, false],
  [{ a: "1", b: "" }, { a: "1" }, false],
  [{ a: "1", b: "2" }, { a: "1" }, true],
  // A location may be called as objects call their own parts.
  [{ constructor: "" }, {}, false],
])("%o beside %o: %s", (typed: Record<string, string>, stored: Record<string, string>, expected) => {
  expect(differs(typed, stored)).toBe(expected);
});
