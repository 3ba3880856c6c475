import { expect, test } from "vitest";
import type { StoredFine } from "#data/fines/mutations.ts";
import { draftOfStored } from "./draft-of-stored.ts";
import { choicesOf } from "#parking/kernel/notice/rules/violation-choices.ts";

const choices = choicesOf([
  {
    id: "v2",
    project_id: "hamnen",
    code: "02",
    text: "För länge",
    amount: 700,
    max_amount: null,
    needs_no_right: false,
    is_active: true,
    sort_order: 1,
  },
]);
const fine = {
  id: "f",
  case_number: "12345674",
  issued_by: "vakt01",
  amount: 500,
  violation_id: "v2",
  violation_text: "För länge",
  notes: "Stod kvar",
  due_date: "2026-12-05",
  observed_from: "2026-11-21T08:05:23Z",
  observed_reason: null,
} as StoredFine;

// Spec 4 §5: Then Fäst på
test.each([
  ["a violation of the site", fine, ["v2", ""]],
  [
    "a violation that the site has ended",
    { ...fine, violation_id: "v9", violation_text: "Gammal" },
    ["other", "Gammal"],
  ],
  [
    "a violation in the fine's own words",
    { ...fine, violation_id: null, violation_text: "På gräset" },
    ["other", "På gräset"],
  ],
] as const)("a stored fine for %s is opened as it is", (_what, stored, [violation, customViolation]) => {
  expect(draftOfStored(stored, choices)).toEqual({
    id: "f",
    caseNumber: "12345674",
    issuedBy: "vakt01",
    amount: "500",
    violation,
    customViolation,
    notes: "Stod kvar",
    dueDate: "2026-12-05",
    observedTime: "",
    observedReason: "",
    observedFrom: "2026-11-21T08:05:23Z",
  });
});

// Spec 4 §3: fines: kind (ticket
test("an observation before the check opens with its reason", () => {
  const earlier = { ...fine, observed_reason: "Sågs av vakt 2" };
  expect(draftOfStored(earlier, choices)).toMatchObject({ observedTime: "09:05", observedReason: "Sågs av vakt 2" });
});

test("the usual violation is chosen by its words when the site's own cannot be read", () => {
  const usual = { ...fine, violation_id: null, violation_text: "Parkerat längre än tillåten tid" };
  expect(draftOfStored(usual, choicesOf(undefined))).toMatchObject({ violation: "overtime", customViolation: "" });
});
