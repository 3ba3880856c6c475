import type { StoredFine } from "#data/fines/mutations.ts";
import { toTimeValue } from "#shared/format/dates.ts";
import { type FineDraft, OTHER } from "#parking/kernel/notice/rules/fine-draft.ts";
import type { ViolationChoice } from "#parking/kernel/notice/rules/violation-choices.ts";

/** The form values of a stored fine. A violation that the site no longer offers appears as free text. */
export function draftOfStored(fine: StoredFine, choices: readonly ViolationChoice[]): FineDraft {
  const { id, case_number, issued_by, amount, violation_id, violation_text, notes, due_date } = fine;
  const { observed_from, observed_reason } = fine;
  const chosen =
    choices.find((choice) => choice.id !== null && choice.id === violation_id) ??
    (violation_id === null
      ? choices.find((choice) => choice.id === null && choice.text === violation_text)
      : undefined);
  return {
    id,
    caseNumber: case_number,
    issuedBy: issued_by,
    amount: String(amount),
    violation: chosen?.value ?? OTHER,
    customViolation: chosen === undefined ? violation_text : "",
    notes,
    dueDate: due_date,
    // Without a reason the observation is the check's own, which the form does not show.
    observedTime: observed_reason === null ? "" : toTimeValue(new Date(observed_from)),
    observedReason: observed_reason ?? "",
    observedFrom: observed_from,
  };
}
