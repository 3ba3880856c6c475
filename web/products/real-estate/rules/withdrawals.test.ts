import { expect, test } from "vitest";
import { withdrawnSince } from "./withdrawals.ts";

const stands = (id: string) => ({ id, withdrawn_at: null });
const gone = (id: string) => ({ id, withdrawn_at: "2026-11-28T08:00:00Z" });

test.each([
  ["the live change before the list", [[stands("a"), stands("b")], [gone("a")], [gone("a"), stands("b")]]],
  ["the list before the live change", [[stands("a"), stands("b")], [gone("a"), stands("b")], [gone("a")]]],
  ["a bid that no list had before", [[], [stands("a")], [gone("a")], [gone("a")]]],
])("a withdrawal is told once: %s", (_, looks) => {
  const standing = new Set<string>();
  expect(looks.flatMap((seen) => withdrawnSince(standing, seen))).toEqual([gone("a")]);
});

test("bids that were withdrawn before anybody looked are no news, also on a further page of the list", () => {
  const standing = new Set<string>();
  for (const seen of [[gone("a"), stands("b")], [gone("a"), stands("b"), gone("c")], [gone("c")]])
    expect(withdrawnSince(standing, seen)).toEqual([]);
});
