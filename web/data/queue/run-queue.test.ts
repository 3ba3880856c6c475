import { expect, test } from "vitest";
import type { Waiting } from "#shared/offline/device-store.ts";
import { DataError } from "../data-error.ts";
import { fateOf, FileGone, nextEntry } from "./run-queue.ts";

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

test.each([
  ["a network that is away", new DataError("network", "gone"), "stop"],
  ["a server without its database", new DataError("http-503", "no database", 503), "stop"],
  ["a login that ended", new DataError("PGRST301", "ended", 401), "stop"],
  ["too many calls", new DataError("rate-limited", "wait", 429), "stop"],
  ["a refusal in words", new DataError("PK010", "nej", 400), "refused"],
  ["a right that is gone", new DataError("42501", "no right", 403), "refused"],
  ["a file that the device lost", new FileGone(), "refused"],
  ["a server that fails at it", new DataError("XX000", "failed", 500), "later"],
  ["anything else", new TypeError("failed"), "later"],
])("%s", (_name, error, fate) => {
  expect(fateOf(error)).toBe(fate);
});
