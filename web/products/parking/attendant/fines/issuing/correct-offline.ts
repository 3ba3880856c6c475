import { CASE_LIMITS } from "#contract/cases.ts";
import type { Correction, NewFine, StoredFine, IssueAnswer } from "#data/fines/mutations.ts";
import { SubmitError } from "#shared/form/use-form.ts";
import { fineTexts } from "../fine-texts.ts";
import { lacksReason, observedSince } from "../rules/fine-warnings.ts";
import { plateKey } from "#contract/plate.ts";
import type { ActingOnDevice } from "#data/acting.ts";
import { keepWaiting } from "#shared/offline/device-store.ts";
import { newEntry } from "../../queue/keep.ts";
import { knownOf, recallSite } from "../../offline/knowledge.ts";

type Observed = Pick<NewFine, "observed_from" | "observed_reason">;

/**
 * The start of the observation of a car that was first checked at `check`, in milliseconds (document 4 §3).
 * @throws SubmitError when an earlier start has no reason
 */
export function seenSince(
  check: number | undefined,
  { observed_from: start, observed_reason: reason }: Observed,
  moment: number,
): number {
  const since = observedSince(check, start, moment);
  if (lacksReason(check, { since, moment, reason }))
    throw new SubmitError("", { observedReason: fineTexts.problems.whyEarlier });
  return since;
}

const MINUTE_MS = 60_000;

/**
 * A stored fine after a correction: within ten minutes and only downwards, like in the database (document 4 §3). `check` is the first known
 * check of its plate.
 * @throws SubmitError for a correction that is not allowed
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
  // Without a reason the fine has the check's own observation.
  const checked = known.observed_reason === null ? Date.parse(known.observed_from) : check;
  const since = seenSince(checked, { ...known, ...changes }, issued);
  return {
    ...known,
    ...changes,
    observed_from: new Date(since).toISOString(),
    accepted_warnings: [...known.accepted_warnings, ...accepted],
  };
}

/**
 * Corrects a fine on the phone, within ten minutes and only downwards like the database, and stores the correction to be sent.
 * @throws SubmitError, DeviceFull
 */
export async function correctOffline(
  acting: ActingOnDevice,
  known: StoredFine,
  correction: Correction,
): Promise<IssueAnswer | undefined> {
  const { owner, isOpen } = acting.device;
  if (!isOpen()) return undefined;
  await recallSite(owner);
  const fine = correctedFine(known, correction.changes, knownOf(owner)?.checks.get(plateKey(known.plate)));
  const whole = { ...correction, changes: { ...correction.changes, was_offline: true } };
  await keepWaiting(owner, [newEntry("correction", correction.eventId, whole, known.id)]);
  return { outcome: "stored", fine };
}
