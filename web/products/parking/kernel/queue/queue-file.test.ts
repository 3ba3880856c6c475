import { expect, test } from "vitest";
import type { NewFine } from "#data/fines/mutations.ts";
import { finalFine } from "./final-fine.ts";
import { QUEUE_FORMAT, type QueuedEntry, readQueueFile } from "./queue-file.ts";

const fine = { id: "f", plate: "ABC 123", issued_at: "2026-11-22T10:00:00Z", amount: 700 } as NewFine;
const entries: QueuedEntry[] = [
  { kind: "fine", id: "f", at: 1, payload: { fine, accepted: [] } },
  {
    kind: "correction",
    id: "c",
    at: 2,
    payload: { fineId: "f", eventId: "c", changes: { amount: 500, made_at: "x", was_offline: true, accepted: [] } },
  },
  { kind: "delivery", id: "d", at: 3, payload: { fineId: "f", eventId: "d", delivery: "fixed" } },
  { kind: "delivery", id: "e", at: 4, payload: { fineId: "other", eventId: "e", delivery: "handed" } },
];

test("a fine is sent with its attendant's corrections", () => {
  expect(finalFine(fine, entries)).toEqual({ ...fine, amount: 500, delivery: "fixed" });
});

test("a file reads back as it was written", () => {
  const file = { format: QUEUE_FORMAT, project: "kaj", userId: "vakt01", entries, files: {} };
  expect(readQueueFile(JSON.stringify(file))).toEqual(file);
});

test.each(["", "{", "[]", '{"format":"parkering-queue-1"}', '{"format":"other","project":null}'])(
  "%j is no queue",
  (text) => {
    expect(readQueueFile(text)).toBeUndefined();
  },
);
