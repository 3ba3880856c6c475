import { beforeEach, expect, test } from "vitest";
import { isOutOfReach, noteReach } from "./reach.ts";

beforeEach(() => noteReach(true));

test("a call that failed a moment ago would fail again; an answer ends that, and so does a while", () => {
  expect(isOutOfReach(1000)).toBe(false);
  noteReach(false, 1000);
  expect(isOutOfReach(2000)).toBe(true);
  expect(isOutOfReach(16_001)).toBe(false);
  noteReach(false, 1000);
  noteReach(true);
  expect(isOutOfReach(2000)).toBe(false);
});
