import { expect, test } from "vitest";
import type { Waiting } from "#shared/offline/device-store.ts";
import { nextEntry } from "./next-entry.ts";

const row = (place: number, kind: string, more: Partial<Waiting> = {}): Waiting => ({
  place,
  id: `${kind}${place}`,
  owner: "o",
  kind,
  payload: {},
  at: 0,
  ...more,
});

// Spec 4 §6: Fines with photos,
// Spec 4 §6: Nothing is taken
test.each([
  ["nothing", [], undefined],
  ["the first", [row(1, "check"), row(2, "fine")], "check1"],
  ["a fine before the photos of the one before", [row(1, "photo"), row(2, "fine")], "fine2"],
  ["photos and shifts at last, in order", [row(1, "shift"), row(2, "photo")], "shift1"],
  ["an entry that is not refused", [row(1, "fine", { refused: "nej" }), row(2, "fine")], "fine2"],
  [
    "nothing that needs a refused one",
    [row(1, "fine", { refused: "nej" }), row(2, "correction", { needs: "fine1" })],
    undefined,
  ],
  [
    "a correction once its fine is sent, before another fine",
    [row(2, "correction", { needs: "fine1" }), row(3, "fine")],
    "correction2",
  ],
])("sends %s", (_what, rows, expected) => {
  expect(nextEntry(rows)?.id).toBe(expected);
});

// Spec 4 §6: Fines with photos,
// Spec 4 §6: Nothing is taken
test("an entry that failed at the server waits for another time, and the rest does not wait for it", () => {
  const rows = [row(1, "fine"), row(2, "correction", { needs: "fine1" }), row(3, "check")];
  expect(nextEntry(rows, new Set(["fine1"]))?.id).toBe("check3");
  expect(nextEntry(rows.slice(0, 2), new Set(["fine1"]))).toBeUndefined();
});
