import { describe, expect, test } from "vitest";
import type { ParkingDeletion } from "#data/parking_deletion_logs/queries.ts";
import type { Parking } from "#data/parkings/queries.ts";
import { mergeParkingLog } from "./parking-log.ts";

const time = (minute: number) => `2026-11-21T10:${String(minute).padStart(2, "0")}:00+00:00`;

const parking = (id: string, minute: number): Parking => ({
  id,
  project_id: "ostra-hamnen",
  car_model: "Volvo V60",
  car_color: "Röd",
  street: "Åkergränd 1",
  ref_number: id,
  discord_username: null,
  start_time: time(minute),
  end_time: time(minute),
  created_at: time(minute),
  active: true,
});

const deletion = (parkingId: string, minute: number): ParkingDeletion => ({
  id: `log of ${parkingId}`,
  project_id: "ostra-hamnen",
  parking_id: parkingId,
  deleted_by: "vakt01",
  car_model: "Volvo V60",
  car_color: "Röd",
  ref_number: parkingId,
  street: "Åkergränd 1",
  discord_username: null,
  deleted_at: time(minute),
});

const keys = (...args: Parameters<typeof mergeParkingLog>) => mergeParkingLog(...args).map(({ key }) => key);

describe("the parking log", () => {
  test("is one list, newest first", () => {
    const parkings = { rows: [parking("a", 9), parking("b", 5), parking("c", 1)], hasMore: false };
    const deletions = { rows: [deletion("x", 7), deletion("y", 3), deletion("z", 0)], hasMore: false };
    expect(mergeParkingLog(parkings, deletions)).toMatchObject([
      { key: "a", kind: "active" },
      { key: "removed log of x", kind: "removed" },
      { key: "b" },
      { key: "removed log of y" },
      { key: "c" },
      { key: "removed log of z" },
    ]);
  });

  test("is empty without rows", () => {
    expect(mergeParkingLog({ rows: [], hasMore: false }, { rows: [], hasMore: false })).toEqual([]);
  });

  // Loaded rows of one list must not come before newer rows of the other that are not loaded yet.
  test.each([
    [true, false, ["a", "removed log of x", "b"]],
    [false, true, ["a", "removed log of x", "b", "removed log of y"]],
    [true, true, ["a", "removed log of x", "b"]],
    [false, false, ["a", "removed log of x", "b", "removed log of y"]],
  ] as const)("with more parkings: %s, with more removals: %s", (moreParkings, moreDeletions, expected) => {
    const parkings = { rows: [parking("a", 9), parking("b", 5)], hasMore: moreParkings };
    const deletions = { rows: [deletion("x", 7), deletion("y", 3)], hasMore: moreDeletions };
    expect(keys(parkings, deletions)).toEqual(expected);
  });

  test("stops where the loaded removals end, when they end later", () => {
    const parkings = { rows: [parking("a", 9), parking("b", 2)], hasMore: true };
    const deletions = { rows: [deletion("x", 7), deletion("y", 3)], hasMore: true };
    expect(keys(parkings, deletions)).toEqual(["a", "removed log of x", "removed log of y"]);
  });

  test("shows an existing parking as such, although its removal was begun", () => {
    const parkings = { rows: [parking("a", 5)], hasMore: false };
    expect(keys(parkings, { rows: [deletion("a", 7)], hasMore: false })).toEqual(["a"]);
    expect(keys({ rows: [], hasMore: false }, { rows: [deletion("a", 7)], hasMore: false })).toEqual([
      "removed log of a",
    ]);
  });

  test("shows a removal that was tried twice only once, with the last try", () => {
    const [failed, done] = [deletion("a", 3), { ...deletion("a", 8), id: "second", deleted_by: "vakt02" }];
    const deletions = { rows: [done, deletion("x", 5), failed], hasMore: false };
    expect(keys({ rows: [], hasMore: false }, deletions)).toEqual(["removed second", "removed log of x"]);
  });
});
