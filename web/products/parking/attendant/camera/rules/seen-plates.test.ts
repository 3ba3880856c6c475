import { expect, test } from "vitest";
import { seePlate } from "./seen-plates.ts";

// Spec 4 §6a: The phone itself
// Spec 4 §6a: The page says
// Spec 4 §6a: On a walk
test("a plate is checked once within five minutes, and another plate at once", () => {
  const first = seePlate(new Map(), "ABC123", 0);
  expect(first.isNew).toBe(true);
  expect(seePlate(first.seen, "ABC123", 299_999).isNew).toBe(false);
  expect(seePlate(first.seen, "ABC128", 1).isNew).toBe(true);
  expect(seePlate(first.seen, "ABC123", 300_000).isNew).toBe(true);
});
