// @vitest-environment happy-dom
import { beforeEach, expect, test } from "vitest";
import { type Drafts, dropDraft, keepDraft, listDrafts, onDrafts, readDraft, recallDrafts } from "./drafts.ts";
import { closeSession, openSession, readSession } from "./store.ts";

const HOURS = 3_600_000;

beforeEach(() => localStorage.clear());

const everything = () =>
  Array.from(localStorage, (_, index) => localStorage.getItem(localStorage.key(index) ?? "")).join("\n");

test("drafts are kept by their names, and dropped", () => {
  const session = openSession("attendant", { userId: "vakt01" });
  keepDraft("attendant", session, "fine a", { notes: "Ena" });
  keepDraft("attendant", session, "fine b", { notes: "Andra" });
  expect(readDraft("attendant", session, "fine a")).toEqual({ notes: "Ena" });
  dropDraft("attendant", session, "fine a");
  expect(readDraft("attendant", session, "fine a")).toBeUndefined();
  expect(readDraft("attendant", session, "fine b")).toEqual({ notes: "Andra" });
});

// Spec rules §5: A fine, a
test("no draft is left after a logout, and none is written any more", () => {
  const session = openSession("attendant", { userId: "vakt01" });
  keepDraft("attendant", session, "fine", { notes: "Hemligt" });
  expect(everything()).toContain("Hemligt");
  closeSession("attendant");
  expect(everything()).not.toContain("Hemligt");
  keepDraft("attendant", session, "fine", { notes: "Hemligt" });
  expect(localStorage.length).toBe(0);
});

test("drafts are deleted when the login has run out", () => {
  const session = openSession("attendant", { userId: "vakt01" }, Date.now() - HOURS);
  keepDraft("attendant", session, "fine", { notes: "Hemligt" });
  readSession("attendant", Date.now() + 8 * HOURS);
  expect(localStorage.length).toBe(0);
});

test("the next login has none of the drafts, also when it follows at once", () => {
  const first = openSession("attendant", { userId: "vakt01" });
  keepDraft("attendant", first, "fine", { notes: "Hemligt" });
  const second = openSession("attendant", { userId: "vakt02" });
  expect(everything()).not.toContain("Hemligt");
  expect(readDraft("attendant", second, "fine")).toBeUndefined();
});

test.each(["{", "null", "[]", '{"token":"other","drafts":{"fine":{}}}'])(
  "an entry that is damaged or not its own (%j) is none",
  (entry) => {
    const session = openSession("attendant", { userId: "vakt01" });
    localStorage.setItem("parkering.drafts.attendant", entry);
    expect(readDraft("attendant", session, "fine")).toBeUndefined();
    keepDraft("attendant", session, "fine", 1);
    expect(readDraft("attendant", session, "fine")).toBe(1);
  },
);

// Spec 4 §5: Leaving an unfinished
test("drafts that lie elsewhere on the device are taken when they are newer", () => {
  const session = openSession("attendant", { userId: "vakt01" });
  const told: Drafts[] = [];
  const stop = onDrafts((_kind, drafts) => told.push(drafts));
  keepDraft("attendant", session, "fine", { notes: "Först" });
  keepDraft("attendant", session, "fine", { notes: "Sedan" });
  stop();
  const [first, second] = told;
  // The browser was killed before it had stored the second draft.
  localStorage.setItem("parkering.drafts.attendant", JSON.stringify(first));
  recallDrafts("attendant", session, second);
  expect(readDraft("attendant", session, "fine")).toEqual({ notes: "Sedan" });
  recallDrafts("attendant", session, first);
  expect(readDraft("attendant", session, "fine")).toEqual({ notes: "Sedan" });
  recallDrafts("attendant", session, undefined);
  expect(readDraft("attendant", session, "fine")).toEqual({ notes: "Sedan" });
  closeSession("attendant");
  recallDrafts("attendant", session, second);
  expect(localStorage.length).toBe(0);
});

test("drafts of the same person's earlier login are added to the drafts of this login", () => {
  const session = openSession("attendant", { userId: "vakt01" });
  keepDraft("attendant", session, "fine b", { notes: "Ny" });
  const drafts = { "fine a": { notes: "Halv" }, "fine b": { notes: "Gammal" } };
  recallDrafts("attendant", session, { token: "earlier", changes: 9, drafts });
  expect(listDrafts("attendant", session)).toEqual({ "fine a": { notes: "Halv" }, "fine b": { notes: "Ny" } });
});
