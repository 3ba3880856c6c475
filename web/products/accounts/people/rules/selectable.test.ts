import { expect, test } from "vitest";
import type { ListedPerson } from "#data/people/queries.ts";
import { markedWith, selectableOf } from "./selectable.ts";

const person = (id: string, more: Partial<ListedPerson> = {}): ListedPerson => ({
  id,
  account_id: null,
  kind: "attendant",
  project: "ostra-hamnen",
  user_id: id,
  name: null,
  state: "active",
  created_at: "2026-11-20T08:00:00Z",
  invited_until: null,
  deactivated_at: null,
  deactivated_by: null,
  last_login_at: null,
  has_second_factor: false,
  is_protected: false,
  is_self: false,
  car: null,
  is_on_clock: false,
  planned_places: null,
  asked_places: null,
  ...more,
});
const people = [
  person("self", { is_self: true }),
  person("protected", { is_protected: true }),
  person("gone", { state: "deactivated" }),
  person("A"),
  person("B", { state: "invited" }),
  person("C"),
];
const idsOf = ({ together, isAll }: ReturnType<typeof selectableOf>) => [together.map(({ id }) => id), isAll];

// Spec 5 §8: Invite takes up to
test("those who can be deactivated are marked together, as many as go at once", () => {
  expect(idsOf(selectableOf(people, false, 50))).toEqual([["A", "B", "C"], true]);
  expect(idsOf(selectableOf(people, true, 50))).toEqual([["A", "B", "C"], false]);
  expect(idsOf(selectableOf(people, false, 2))).toEqual([["A", "B"], false]);
});

test("people who were marked under another filter stay marked, nobody twice", () => {
  const [marked, found] = [
    [person("X"), person("A")],
    [person("A"), person("B"), person("C")],
  ];
  expect(markedWith(marked, found, 50).map(({ id }) => id)).toEqual(["X", "A", "B", "C"]);
  expect(markedWith(marked, found, 3).map(({ id }) => id)).toEqual(["X", "A", "B"]);
});
