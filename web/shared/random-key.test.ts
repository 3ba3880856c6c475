import { expect, test } from "vitest";
import { randomKey } from "./random-key.ts";

test("keys are UUIDs of version 4, and each key is different", () => {
  const keys = Array.from({ length: 200 }, randomKey);
  for (const key of keys) expect(key).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(new Set(keys).size).toBe(200);
});
