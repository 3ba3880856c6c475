import { expect, test } from "vitest";
import { nextWaiting } from "./next-waiting.ts";

/** `w1 a2` means a list with a waiting shift and an approved one. */
const listOf = (text: string) =>
  text.split(" ").map((word) => ({ id: word.slice(1), status: word.startsWith("w") ? "pending" : "approved" }));

// Spec rules §14: One press approves,
test.each([
  ["the shift below", "w1 w2 w3", "1", "2"],
  ["past those that are reviewed", "w1 a2 w3", "1", "3"],
  ["from the last one to the first that waits", "a1 w2 w3", "3", "2"],
  ["none when it is the last that waits", "a1 w2 a3", "2", undefined],
  ["the first that waits when it is gone from the list", "a1 w2", "9", "2"],
])("%s", (_what, list, from, expected) => {
  expect(nextWaiting(listOf(list), from)?.id).toBe(expected);
});
