import { expect, test } from "vitest";
import { bindingIds } from "./bindings.ts";

test("ids are positive, the same for the same wish, and different for different ones", () => {
  const wishes = Array.from({ length: 100 }, (_, n) => ({
    event: "*" as const,
    schema: "public",
    table: "notes",
    filter: `id=eq.${n}`,
  }));
  const ids = bindingIds(wishes);
  expect(new Set(ids).size).toBe(100);
  expect(ids.every((id) => Number.isInteger(id) && id > 0 && id <= 0x7fffffff)).toBe(true);
  expect(bindingIds(wishes.toReversed())).toEqual(ids.toReversed());
  expect(
    bindingIds([
      { event: "*", table: "a" },
      { event: "*", table: "a" },
    ]),
  ).toHaveLength(2);
});
