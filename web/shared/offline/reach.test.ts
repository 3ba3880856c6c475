import { beforeEach, expect, test } from "vitest";
import { isOutOfReach, noteReach } from "./reach.ts";

beforeEach(() => noteReach(true));

test("after a failed call the server counts as out of reach, until a call is answered or some time has passed", () => {
  expect(isOutOfReach(1000)).toBe(false);
  noteReach(false, 1000);
  expect(isOutOfReach(2000)).toBe(true);
  expect(isOutOfReach(16_001)).toBe(false);
  noteReach(false, 1000);
  noteReach(true);
  expect(isOutOfReach(2000)).toBe(false);
});
