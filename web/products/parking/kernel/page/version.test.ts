import { expect, test } from "vitest";
import { isLower } from "./version.ts";

test.each([
  ["0.1.0", "0.1.0", false],
  ["0.1.0", "0.2.0", true],
  ["0.10.0", "0.9.9", false],
  ["1.0.0", "0.9.0", false],
  ["0.9.9", "1.0.0", true],
])("%s is lower than %s: %s", (version, than, expected) => {
  expect(isLower(version, than)).toBe(expected);
});
