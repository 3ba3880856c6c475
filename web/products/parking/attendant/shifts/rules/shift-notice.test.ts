import { expect, test } from "vitest";
import { shiftNotice } from "./shift-notice.ts";

const known = new Map([
  ["waiting", "pending"],
  ["done", "approved"],
] as const);
const sentHere = new Set(["mine"]);
const insert = (id: string) => ({ eventType: "INSERT" as const, new: { id, status: "pending" } });
const update = (id: string, status: string) => ({ eventType: "UPDATE" as const, new: { id, status } });

// Spec 1 §8: realtime: Nytt skift
test.each([
  ["a shift from another window", insert("other"), "Nytt skift registrerat!"],
  ["this window's own shift", insert("mine"), undefined],
  ["an approval", update("waiting", "approved"), "Skift godkänt!"],
  ["an approval of a shift that no list shows", update("older", "approved"), "Skift godkänt!"],
  ["another change of an approved shift", update("done", "approved"), undefined],
  ["a rejection", update("waiting", "rejected"), "Skift nekat"],
  ["a change that reviews nothing", update("waiting", "pending"), undefined],
  ["a shift that waits again", update("done", "pending"), undefined],
  ["a removal", { eventType: "DELETE" as const, old: { id: "done" } }, "Skift borttaget"],
])("%s", (_what, change, text) => {
  expect(shiftNotice(change, known, sentHere)?.text).toBe(text);
});
