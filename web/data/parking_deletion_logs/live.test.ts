import { expect, test } from "vitest";
import { type DeletionPages, withDeletion } from "./live.ts";
import type { ParkingDeletion } from "./queries.ts";

const deletion = (minute: number): ParkingDeletion => ({
  id: `log ${minute}`,
  project_id: "ostra-hamnen",
  parking_id: `parking ${minute}`,
  deleted_by: "vakt01",
  car_model: null,
  car_color: null,
  ref_number: null,
  street: null,
  discord_username: null,
  deleted_at: `2026-11-21T10:${String(minute).padStart(2, "0")}:00+00:00`,
});

const pagesOf = (...pages: number[][]): DeletionPages => ({
  pages: pages.map((page) => page.map(deletion)),
  pageParams: pages.map(() => null),
});

const ids = (data: DeletionPages) => data.pages.map((page) => page.map(({ id }) => id));

test.each([
  ["a new one comes first", [[5, 3], [2]], 7, [["log 7", "log 5", "log 3"], ["log 2"]]],
  ["a late row stands at its place", [[5, 3], [2]], 4, [["log 5", "log 4", "log 3"], ["log 2"]]],
  ["the first one of all", [[]], 1, [["log 1"]]],
])("%s", (_name, pages, minute, expected) => {
  expect(ids(withDeletion(pagesOf(...pages), deletion(minute)))).toEqual(expected);
});

test("a known row changes nothing", () => {
  const data = pagesOf([5, 3], [2]);
  expect(withDeletion(data, deletion(2))).toBe(data);
});
