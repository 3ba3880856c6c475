import { expect, test } from "vitest";
import type { Json } from "#data/database.gen.ts";
import type { ActivityEntry } from "#data/web_activity_logs/queries.ts";
import { isFailure, topicOf, visitsOf } from "./visits.ts";

type Made = [minute: number, user: string, action: string, data?: Json];

/** Entries as the list has them, newest first. */
const entriesOf = (...made: Made[]): ActivityEntry[] =>
  made
    .map(([minute, user_id, action, data = null], index) => ({
      id: `${index}`,
      user_id,
      user_type: "attendant",
      action,
      page_url: "/ostra-hamnen/attendant-dashboard",
      additional_data: data,
      created_at: new Date(Date.UTC(2026, 10, 21, 8, minute)).toISOString(),
    }))
    .toReversed();

/** A visit as text: `vakt01: logout, page_visit x2`. */
const told = (...made: Made[]) =>
  visitsOf(entriesOf(...made)).map(({ userId, lines }) => {
    const words = lines.map(({ entry, times }) => (times === 1 ? entry.action : `${entry.action} x${times}`));
    return `${userId}: ${words.join(", ")}`;
  });

test("two people at once are two visits, the newest first", () => {
  const visits = [
    [0, "vakt01", "page_visit"],
    [1, "vakt02", "page_visit"],
    [2, "vakt01", "search_parking"],
  ] satisfies Made[];
  expect(told(...visits)).toEqual(["vakt01: search_parking, page_visit", "vakt02: page_visit"]);
});

test("a visit ends with a pause of half an hour, and with the logout", () => {
  expect(told([0, "vakt01", "page_visit"], [29, "vakt01", "search_parking"])).toHaveLength(1);
  expect(told([0, "vakt01", "page_visit"], [30, "vakt01", "search_parking"])).toHaveLength(2);
  expect(told([0, "vakt01", "page_visit"], [1, "vakt01", "logout"], [2, "vakt01", "page_visit"])).toEqual([
    "vakt01: page_visit",
    "vakt01: logout, page_visit",
  ]);
});

test("a visit knows its start and end", () => {
  const [visit] = visitsOf(entriesOf([0, "vakt01", "page_visit"], [7, "vakt01", "logout"]));
  expect([visit?.from, visit?.to]).toEqual(["2026-11-21T08:00:00.000Z", "2026-11-21T08:07:00.000Z"]);
});

// Spec rules §14: Web activity is
test.each<[expected: string, ...made: string[]]>([
  ["fetch_parkings_success", "fetch_parkings_attempt", "fetch_parkings_success"],
  ["fetch_parkings_failed", "fetch_parkings_attempt", "fetch_parkings_failed"],
  ["delete_parking_success", "delete_parking", "delete_parking_success"],
  ["ticket_copied", "ticket_copy_attempt", "ticket_copied"],
  ["ticket_copy_failed", "ticket_copy_attempt", "ticket_copy_failed"],
  ["ticket_saved", "ticket_save_attempt", "ticket_saved"],
  ["delete_parking", "delete_parking"],
  ["ticket_saved, ticket_copy_attempt", "ticket_copy_attempt", "ticket_saved"],
  ["ticket_form_change x3", "ticket_form_change", "ticket_form_change", "ticket_form_change"],
  ["delete_parking x2", "delete_parking", "delete_parking"],
])("an attempt and its result are one line: %s", (expected, ...actions) => {
  expect(told(...actions.map((action, index): Made => [index, "vakt01", action]))).toEqual([`vakt01: ${expected}`]);
});

const A = { parking_id: "a", ref_number: "ABC123" };
const B = { parking_id: "b", ref_number: "DEF456" };

// Spec rules §14: Web activity is
test.each<[name: string, expected: string, ...made: [action: string, data?: Json][]]>([
  [
    "about another thing",
    "delete_parking_success, delete_parking",
    ["delete_parking", A],
    ["delete_parking", B],
    ["delete_parking_success", B],
  ],
  ["without facts", "delete_parking_success, delete_parking", ["delete_parking", A], ["delete_parking_success", B]],
  [
    "whatever came in between",
    "delete_parking_success, delete_parking_failed",
    ["delete_parking", A],
    ["delete_parking", B],
    ["delete_parking_failed", { ...A, error: "gone" }],
    ["delete_parking_success", B],
  ],
  [
    "about the same thing earlier",
    "delete_parking_success, delete_parking",
    ["delete_parking", A],
    ["delete_parking", A],
    ["delete_parking_success", A],
  ],
  [
    "and each of two results has one",
    "ticket_copied x2",
    ["ticket_copy_attempt"],
    ["ticket_copied"],
    ["ticket_copy_attempt"],
    ["ticket_copied"],
  ],
])("one result belongs to one attempt, %s", (_name, expected, ...made) => {
  expect(told(...made.map(([action, data], index): Made => [index, "vakt01", action, data ?? null]))).toEqual([
    `vakt01: ${expected}`,
  ]);
});

test("a result does not belong to an attempt on another page", () => {
  const [copied, attempt] = entriesOf([0, "vakt01", "ticket_copy_attempt"], [1, "vakt01", "ticket_copied"]);
  if (copied === undefined || attempt === undefined) throw new Error("Two entries were made");
  const elsewhere = { ...attempt, page_url: "/ostra-hamnen/create-report" };
  expect(visitsOf([copied, elsewhere])[0]?.lines).toHaveLength(2);
});

test("the same action on another thing is a separate line", () => {
  const searches = [
    [0, "vakt01", "search_parking", { term: "åker" }],
    [1, "vakt01", "search_parking", { term: "åkergränd" }],
  ] satisfies Made[];
  expect(told(...searches)).toEqual(["vakt01: search_parking, search_parking"]);
});

test.each([
  ["fetch_parkings_success", "parkings"],
  ["delete_parking_failed", "parkings"],
  ["ticket_copied", "fines"],
  ["navigate_to_generate_ticket", "fines"],
  ["shift_registration_submitted", "shifts"],
  ["navigate_to_shift_registration", "shifts"],
  ["page_visit", undefined],
  ["constructor", undefined],
])("%s is about %s", (action, topic) => {
  expect(topicOf(action)).toBe(topic);
});

test("a failure is recognised by the end of its name", () => {
  expect(["ticket_copy_failed", "ticket_copied"].map(isFailure)).toEqual([true, false]);
});
