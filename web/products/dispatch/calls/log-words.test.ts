import { expect, test } from "vitest";
import type { CallEvent } from "#data/calls/queries.ts";
import { logWords } from "./log-words.ts";

const event = (kind: string, data: CallEvent["data"], received_at = "2026-11-28T09:40:20Z"): CallEvent => ({
  id: "1",
  kind,
  by: "op01",
  at: "2026-11-28T09:40:00Z",
  received_at,
  data,
});

// Spec 5 §3: call_events: received, changed
test.each<[CallEvent, string]>([
  [event("received", {}), "Received"],
  [event("noted", { text: "nyckel" }), "Note · nyckel"],
  [event("closed", { result: "Done" }), "Closed · Done"],
  [event("unit_assigned", { unit_number: "31-1010" }), "31-1010 sent"],
  [
    event("changed", { before: { nature: "Brand", priority: 2, place: "" } }),
    "Changed · Nature was Brand · Priority was 2 Soon · Place was empty",
  ],
  [event("changed", { before: {} }), "Changed"],
  [event("undone", { kind: "unit_on_scene", unit_number: "31-1010" }), "Undone · 31-1010 on scene"],
  [event("undone", { kind: "closed", unit_number: null }), "Undone · Closed"],
  // A step that was told later, and one whose time lay before the unit was sent.
  [event("unit_on_scene", { unit_number: "31-1010" }, "2026-11-28T09:55:00Z"), "31-1010 on scene · written 10:55"],
  [
    event("unit_on_scene", { unit_number: "31-1010", said_at: "2026-11-28T08:30:00Z" }),
    "31-1010 on scene · said 09:30",
  ],
  [event("received", {}, "2026-11-28T11:00:00Z"), "Received"],
])("%o reads %s", (happened, words) => {
  expect(logWords(happened)).toBe(words);
});
