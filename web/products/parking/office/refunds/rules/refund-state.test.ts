import { expect, test } from "vitest";
import type { OwedCase, Refund } from "#data/refunds/queries.ts";
import { isStrangeName, refundStateOf } from "./refund-state.ts";

const LEFT: Refund = {
  id: "1",
  left_at: "2026-11-20T10:00:00Z",
  kind: "account",
  payee_name: "Åsa Berg",
  is_replaced: false,
  clearing: "6789",
  account: "123456789",
  bank: "Handelsbanken",
  amount_ore: null,
  proposed_by: null,
  proposed_at: null,
  approved_by: null,
  approved_at: null,
};
const PROPOSED = { ...LEFT, amount_ore: 70_000, proposed_by: "admin01", proposed_at: "2026-11-21T10:00:00Z" };
const CASE: OwedCase = {
  fine_id: "2",
  project_id: "hamnen",
  case_number: "12345674",
  plate: "ABC123",
  status: "paid",
  owed_ore: 70_000,
  needs_two: false,
  payers: [],
  recipient: null,
  refund: LEFT,
};

test.each([
  ["none", { refund: null }],
  ["left", {}],
  ["ready", { refund: PROPOSED }],
  ["changed", { refund: PROPOSED, owed_ore: 60_000 }],
  ["waiting", { refund: PROPOSED, needs_two: true }],
  ["ready", { refund: { ...PROPOSED, approved_by: "admin02" }, needs_two: true }],
] as const)("a refund is %s", (state, changes) => {
  expect(refundStateOf({ ...CASE, ...changes })).toBe(state);
});

test.each([
  [false, [], null],
  [false, ["BERG ÅSA MARIA"], null],
  [false, ["12345674 ASA BERG"], null],
  [false, ["Hyrbilar AB"], "Åsa Berg"],
  [true, ["Hyrbilar AB"], null],
  [true, ["Å. Bergström"], "Nils Ek"],
])("the name of the account is strange: %s, beside %j and %j", (isStrange, payers, recipient) => {
  expect(isStrangeName({ ...CASE, payers, recipient })).toBe(isStrange);
});
