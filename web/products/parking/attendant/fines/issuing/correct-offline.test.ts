import { expect, test } from "vitest";
import type { StoredFine } from "#data/fines/mutations.ts";
import { SubmitError } from "#shared/form/use-form.ts";
import { fineTexts } from "../fine-texts.ts";
import { correctedFine } from "./correct-offline.ts";

const REASON = "Sågs av vakt 2 på morgonen";
const EARLIER = "2026-11-23T11:00:00.000Z";
const made = (minute: string) => ({ made_at: `2026-11-23T12:${minute}:00.000Z` });
const fine = {
  id: "f",
  amount: 900,
  street: "Kajen 4",
  issued_at: "2026-11-23T12:00:00.000Z",
  observed_from: "2026-11-23T11:50:00.000Z",
  observed_reason: null,
  accepted_warnings: [{ code: "few-photos", reason: "Det regnade" }],
} as unknown as StoredFine;
const { problems } = fineTexts;

test("a correction on the phone changes only the named columns, and adds its reasons", () => {
  const accepted = [{ code: "fined-today" as const, reason: REASON }];
  expect(correctedFine(fine, { ...made("10"), amount: 500, accepted }, undefined)).toEqual({
    ...fine,
    amount: 500,
    accepted_warnings: [...fine.accepted_warnings, ...accepted],
  });
});

// Spec 4 §3: fines: kind (ticket
test.each([
  ["the check's own, where nothing is said", fine, {}, fine.observed_from],
  ["an earlier one with its reason", fine, { observed_from: EARLIER, observed_reason: REASON }, EARLIER],
  ["the earlier one that has a reason", { ...fine, observed_from: EARLIER, observed_reason: REASON }, {}, EARLIER],
  [
    "the check's again, where the earlier one is taken back",
    { ...fine, observed_from: EARLIER, observed_reason: REASON },
    { observed_from: null, observed_reason: null },
    fine.observed_from,
  ],
] as const)("a corrected fine's observation is %s", (_what, known, changes, since) => {
  const check = Date.parse(fine.observed_from);
  expect(correctedFine(known, { ...made("09"), ...changes }, check).observed_from).toBe(since);
});

test.each([
  ["after ten minutes", made("11"), new SubmitError(problems.tooLate)],
  ["upwards", { ...made("01"), amount: 901 }, new SubmitError("", { amount: problems.onlyDown })],
  [
    "to an earlier observation without a reason",
    { ...made("01"), observed_from: EARLIER },
    new SubmitError("", { observedReason: problems.whyEarlier }),
  ],
] as const)("a correction %s is refused, with the form's words", (_what, changes, refusal) => {
  expect(() => correctedFine(fine, changes, undefined)).toThrow(refusal);
});
