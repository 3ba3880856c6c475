import { CASE_LIMITS } from "#contract/cases.ts";
import type { Correction, NewFine, StoredFine } from "#data/fines/mutations.ts";
import { SubmitError } from "#shared/form/use-form.ts";
import { fineTexts } from "../fines/fine-texts.ts";
import { lacksReason, observedSince } from "./rules/fine-warnings.ts";

type Observed = Pick<NewFine, "observed_from" | "observed_reason">;

/**
 * Since when a car was seen that was first checked at `check`, in milliseconds (document 4 §3).
 * @throws SubmitError where nobody said why that was before its check
 */
export function seenSince(
  check: number | undefined,
  { observed_from: said, observed_reason: reason }: Observed,
  moment: number,
): number {
  const since = observedSince(check, said, moment);
  if (lacksReason(check, { since, moment, reason }))
    throw new SubmitError("", { observedReason: fineTexts.problems.whyEarlier });
  return since;
}

const MINUTE_MS = 60_000;

/**
 * A stored fine as a correction leaves it: within ten minutes and only downwards, as the database has it (document 4 §3). `check` is the
 * first check of its plate that is known.
 * @throws SubmitError for what may not be
 */
export function correctedFine(
  known: StoredFine,
  { made_at: madeAt = new Date().toISOString(), accepted = [], ...changes }: Correction["changes"],
  check: number | undefined,
): StoredFine {
  const issued = Date.parse(known.issued_at);
  const isLate = Math.abs(Date.parse(madeAt) - issued) > CASE_LIMITS.correctMinutes * MINUTE_MS;
  if (isLate) throw new SubmitError(fineTexts.problems.tooLate);
  if ((changes.amount ?? known.amount) > known.amount) {
    throw new SubmitError("", { amount: fineTexts.problems.onlyDown });
  }
  // Without a reason it is the check's own observation that stands in the fine.
  const checked = known.observed_reason === null ? Date.parse(known.observed_from) : check;
  const since = seenSince(checked, { ...known, ...changes }, issued);
  return {
    ...known,
    ...changes,
    observed_from: new Date(since).toISOString(),
    accepted_warnings: [...known.accepted_warnings, ...accepted],
  };
}
