import { expect, test } from "vitest";
import { momentOfStep } from "./step-time.ts";

const AT = (time: string) => Date.parse(`2026-11-26T${time}:00+01:00`);

test.each([
  ["14:02", "14:10", "2026-11-26T13:02:00.000Z"],
  ["1402", "14:02", "2026-11-26T13:02:00.000Z"],
  ["23:50", "00:10", "2026-11-25T22:50:00.000Z"],
  // What lies ahead, is too long ago or is no time.
  ["14:11", "14:10", undefined],
  ["02:09", "14:10", undefined],
  ["25:00", "14:10", undefined],
  ["", "14:10", undefined],
])("%j at %s", (typed, now, moment) => {
  expect(momentOfStep(typed, AT(now))?.toISOString()).toBe(moment);
});
