import { expect, test } from "vitest";
import * as v from "valibot";
import { changesOf, settingsSchema, typedSettings } from "./settings-schema.ts";

const schema = settingsSchema({ minutes: "minutes", time: "time", results: "results" });
const SETTINGS = {
  off_duty_status: "OUT_OF_SERVICE",
  assigned_status: "BUSY",
  on_scene_status: null,
  cleared_status: null,
  waiting_limits: [2, 5, 15],
  off_duty_at: "02:00:00",
  off_duty_skipped_on: null,
  results: ["Done", "False alarm"],
};
const typed = typedSettings(SETTINGS);
const { off_duty_skipped_on: _, ...stored } = SETTINGS;

test("settings come back as they were typed, and what differs goes with its old value", () => {
  expect(v.parse(schema, typed)).toEqual(stored);
  expect(changesOf(SETTINGS, v.parse(schema, typed))).toEqual({ expected: {}, changes: {} });
  const wanted = v.parse(schema, { ...typed, off_duty_at: "330", results: " Done \n\nDone\nTransported", soon: "10" });
  expect(changesOf(SETTINGS, wanted)).toEqual({
    expected: { off_duty_at: "02:00:00", results: ["Done", "False alarm"], waiting_limits: [2, 5, 15] },
    changes: { off_duty_at: "03:30:00", results: ["Done", "Transported"], waiting_limits: [2, 10, 15] },
  });
  expect(v.parse(schema, { ...typed, off_duty_at: "", on_scene_status: "AVAILABLE" })).toMatchObject({
    off_duty_at: null,
    on_scene_status: "AVAILABLE",
  });
});

test.each([
  [{ urgent: "0" }, "minutes"],
  [{ can_wait: "1.5" }, "minutes"],
  [{ off_duty_at: "25:00" }, "time"],
  [{ results: " \n " }, "results"],
  [{ results: "x".repeat(51) }, "results"],
  [{ results: Array.from({ length: 21 }, (__, line) => String(line)).join("\n") }, "results"],
])("%j is told", (over, told) => {
  expect(v.safeParse(schema, { ...typed, ...over }).issues?.map(({ message }) => message)).toEqual([told]);
});
