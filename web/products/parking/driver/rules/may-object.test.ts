import { expect, test } from "vitest";
import { mayObject } from "./may-object.ts";

// Spec 4 §5: Driver, Swedish with
// Spec 4 §4: object_to_case(public_key, objection_id, name,
test.each([
  ["issued", "object"],
  ["reminded", "object"],
  ["collection", "object"],
  ["paid", "object"],
  ["disputed", "add"],
  ["withdrawn", null],
  ["written_off", null],
] as const)("a driver of a case that is %s may %s", (status, expected) => {
  expect(mayObject(status)).toBe(expected);
});
