import { useRef } from "react";
import { CASE_REFUSALS } from "#contract/cases.ts";
import { DataError, isCaseRefusal } from "#data/data-error.ts";
import { type CaseEvent, type RecordedEvent, useRecordCaseEvent } from "#data/fines/mutations.ts";
import type { WholeCase } from "#data/fines/queries.ts";
import { defineAction } from "#session/actions/define-action.ts";
import type { Session } from "#session/store.ts";
import type { FormFailure } from "#shared/form/use-form.ts";
import { randomKey } from "#shared/random-key.ts";
import { caseTexts } from "./case-texts.ts";
import { refusalInWords } from "./refusal-in-words.ts";
import type { CaseAction } from "./allowed-actions.ts";

/** The case, and the session of the acting admin. */
export type CaseAt = { fine: WholeCase; session: Session };

/** The texts of each action. */
export const WORDS = {
  payment: caseTexts.payment,
  refunded: caseTexts.refund,
  payment_moved: caseTexts.move,
  payment_undone: caseTexts.undo,
  objected: caseTexts.object,
  supplemented: caseTexts.supplement,
  objection_accepted: caseTexts.accept,
  objection_rejected: caseTexts.reject,
  recipient_set: caseTexts.recipient,
  reminded: caseTexts.remind,
  reminder_undone: caseTexts.unremind,
  handed_to_collection: caseTexts.collect,
  recalled: caseTexts.recall,
  delivered: caseTexts.deliver,
  withdrawn: caseTexts.withdraw,
  written_off: caseTexts.writeOff,
  reopened: caseTexts.reopen,
  noted: caseTexts.note,
  reviewed: caseTexts.review,
} as const satisfies Record<CaseAction, { button: string; done: string; failed: string }>;

type Recorded = CaseEvent & { kind: CaseAction };

/** The message for an event that was not recorded: the database's own words if it refused. */
const failureOf = (error: unknown, kind: CaseAction): FormFailure =>
  isCaseRefusal(error) ? { text: refusalInWords(error), at: "form" } : { text: WORDS[kind].failed, at: "both" };

/** Records an event of a case (document 4 §4). */
export const useRecordEvent = defineAction<Recorded, RecordedEvent>({
  mutation: useRecordCaseEvent,
  done: (_, { kind }) => WORDS[kind].done,
  failed: (error, { kind }) => failureOf(error, kind),
});

/** The key of an event: the same for the same contents, so that a repeated press records it once. */
function useEventKey(): (event: object) => string {
  const latest = useRef<{ content: string; id: string }>(undefined);
  return (event) => {
    const content = JSON.stringify(event);
    if (latest.current?.content !== content) latest.current = { content, id: randomKey() };
    return latest.current.id;
  };
}

/** A form's event, and the message when it could not be recorded. */
export type EventForm = {
  record: (more?: Pick<CaseEvent, "note" | "data">) => Promise<void>;
  failed: (error: unknown) => FormFailure;
};

/**
 * Records an event of the case as it was when the dialog opened. If another admin recorded an event since, the form says so and shows the
 * new state; a second press then counts as informed.
 */
export function useCaseEvent({ fine }: Pick<CaseAt, "fine">, kind: CaseAction): EventForm {
  const { submit } = useRecordEvent();
  const keyOf = useEventKey();
  const seen = useRef<string | undefined>(fine.last_event);

  async function record(more: Pick<CaseEvent, "note" | "data"> = {}) {
    const event = {
      fineId: fine.id,
      kind,
      expectedEvent: seen.current ?? fine.last_event,
      ...more,
    };
    await submit({ ...event, eventId: keyOf(event) });
  }

  function failed(error: unknown): FormFailure {
    if (isConflict(error)) seen.current = undefined;
    return failureOf(error, kind);
  }
  return { record, failed };
}

const isConflict = (error: unknown): boolean => error instanceof DataError && error.code === CASE_REFUSALS.conflict;
