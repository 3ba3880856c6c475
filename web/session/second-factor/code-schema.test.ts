import * as v from "valibot";
import { expect, test } from "vitest";
import { codeSchema } from "./code-schema.ts";

test.each([
  ["123456", "123456"],
  [" 123 456\n", "123456"],
  ["123-456", "123456"],
  ["012345", "012345"],
  ["12345", undefined],
  ["1234567", undefined],
  ["12345a", undefined],
  ["", undefined],
])("%j is the code %j", (typed, code) => {
  const parsed = v.safeParse(codeSchema("fel"), typed);
  expect(parsed.success ? parsed.output : undefined).toBe(code);
});
