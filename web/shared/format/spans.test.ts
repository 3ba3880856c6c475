import { describe, expect, it } from "vitest";
import { spanText } from "./spans.ts";

describe("a length of time", () => {
  it.each([
    [-1, "0 min"],
    [1, "1 min"],
    [3 * 60_000, "3 min"],
    [60 * 60_000, "1 h"],
    [72 * 60_000, "1 h 12 min"],
    [24 * 60 * 60_000, "1 d"],
    [51 * 60 * 60_000, "2 d 3 h"],
  ])("of %d ms reads %s", (milliseconds, text) => expect(spanText(milliseconds)).toBe(text));
});
