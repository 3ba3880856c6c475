import { describe, expect, test } from "vitest";
import type { Change } from "../live.ts";
import { applyObjectionChange, type ChangedObjection } from "./pages.ts";
import type { QueuedObjection, QueueOwner, QueuePages } from "./queue.ts";

const objection = (id: string, assigned_to: string | null = null): QueuedObjection => ({
  id,
  created_at: "2026-11-21T08:00:00Z",
  fine_id: `fine of ${id}`,
  received_at: "2026-11-21T08:00:00Z",
  ground: null,
  name: "Åsa",
  assigned_to,
  case_number: "12345674",
  plate: "TAO 98N",
  project_id: "ostra-hamnen",
  is_own: false,
});
const data: QueuePages = {
  pages: [{ rows: [objection("a"), objection("b", "Admin01")], next: null }],
  pageParams: [null],
};
const told = (id: string, assigned_to: string | null, decision: string | null = null) =>
  ({
    eventType: "UPDATE",
    new: { id, assigned_to, decision } satisfies ChangedObjection,
    old: {},
  }) as unknown as Change<"objections">;
const idsOf = (pages: QueuePages | "stale") =>
  pages === "stale" ? pages : pages.pages.flatMap(({ rows }) => rows.map((row) => `${row.id} ${row.assigned_to}`));
const seenBy = (whose: QueueOwner) => ({ whose, ownId: "admin01" });

// Spec 4 §5: Bestridna is a
describe("a live change of the queue", () => {
  test.each<[string, Change<"objections">, QueueOwner, string[] | "stale"]>([
    ["a decided one leaves", told("a", null, "accepted"), "all", ["b Admin01"]],
    ["a taken one shows its holder", told("a", "admin02"), "all", ["a admin02", "b Admin01"]],
    ["a taken one leaves the unassigned ones", told("a", "admin02"), "none", ["b Admin01"]],
    ["a returned one is not mine", told("b", null), "mine", ["a null"]],
    ["my own under another spelling of my ID stays mine", told("b", "ADMIN01"), "mine", ["a null", "b ADMIN01"]],
    ["a new one lacks the columns of its row", told("c", null), "all", "stale"],
    ["a new one of another admin is not mine", told("c", "admin02"), "mine", ["a null", "b Admin01"]],
    ["a new one that is decided already is ignored", told("c", null, "withdrawn"), "all", ["a null", "b Admin01"]],
  ])("%s", (_name, change, whose, expected) => {
    expect(idsOf(applyObjectionChange(data, change, seenBy(whose)))).toEqual(expected);
  });

  test("an erased objection is removed", () => {
    const removed = { eventType: "DELETE", new: {}, old: { id: "a" } } as unknown as Change<"objections">;
    expect(idsOf(applyObjectionChange(data, removed, seenBy("all")))).toEqual(["b Admin01"]);
  });
});
