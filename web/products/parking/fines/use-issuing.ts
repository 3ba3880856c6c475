import { useRef, useState } from "react";
import { CASE_REFUSALS } from "#contract/cases.ts";
import { isCaseRefusal, type DataError } from "#data/data-error.ts";
import {
  type AcceptedWarning,
  correctFine,
  type FineWarning,
  type IssueAnswer,
  issueFine,
  type NewFine,
  type StoredFine,
} from "#data/fines/mutations.ts";
import { SubmitError } from "#shared/form/use-form.ts";
import { randomKey } from "#shared/random-key.ts";

/** The form's field for a column that a refusal names. */
const FIELDS: Readonly<Record<string, string>> = {
  amount: "amount",
  due_date: "dueDate",
  plate: "regNumber",
  violation_id: "violation",
  violation_text: "violation",
};

type Question = { warnings: readonly FineWarning[]; answer: (accepted: AcceptedWarning[] | undefined) => void };

/**
 * Stores fines, and corrects the one that was stored: asks for reasons where there are warnings (document 4 §4). However often it is
 * sent, a fine is stored once.
 */
export function useIssuing(actingAs: string) {
  const [stored, setStored] = useState<StoredFine>();
  const [question, setQuestion] = useState<Question>();
  const correction = useRef<{ content: string; eventId: string }>(undefined);

  const ask = (warnings: readonly FineWarning[]) =>
    new Promise<AcceptedWarning[] | undefined>((resolve) => {
      setQuestion({
        warnings,
        answer: (accepted) => {
          setQuestion(undefined);
          resolve(accepted);
        },
      });
    });

  /** The same key for the same change, until it is known to be made. */
  function correctionKey(changes: object): string {
    const content = JSON.stringify(changes);
    if (correction.current?.content !== content) correction.current = { content, eventId: randomKey() };
    return correction.current.eventId;
  }

  async function send(fine: NewFine, accepted: AcceptedWarning[]): Promise<IssueAnswer> {
    if (stored === undefined) return issueWithNumber(fine, accepted, actingAs);
    const {
      id: _id,
      project_id: _project,
      case_number: _number,
      photos: _photos,
      issued_at: madeAt,
      ...changes
    } = fine;
    return correctFine({
      fineId: fine.id,
      eventId: correctionKey(changes),
      changes: { ...changes, made_at: madeAt, accepted },
      actingAs,
    });
  }

  /**
   * Stores the fine, or corrects it; undefined when somebody chose not to.
   * @throws SubmitError with the database's words at the field that they are about.
   */
  async function issue(fine: NewFine): Promise<StoredFine | undefined> {
    let accepted: AcceptedWarning[] = [];
    try {
      for (;;) {
        // Each round waits for a person.
        // oxlint-disable-next-line no-await-in-loop
        const answer = await send(fine, accepted);
        if (answer.outcome === "stored") {
          setStored(answer.fine);
          return answer.fine;
        }
        // oxlint-disable-next-line no-await-in-loop
        const reasons = await ask(answer.warnings);
        if (reasons === undefined) return undefined;
        accepted = [...accepted, ...reasons];
      }
    } catch (error) {
      throw isCaseRefusal(error) ? refusalAtField(error) : error;
    }
  }

  return { stored, setStored, issue, question };
}

/** A number that somebody else was given meanwhile is left to the database to replace. */
async function issueWithNumber(fine: NewFine, accepted: AcceptedWarning[], actingAs: string): Promise<IssueAnswer> {
  try {
    return await issueFine({ fine, accepted, actingAs });
  } catch (error) {
    if (!isCaseRefusal(error) || error.code !== CASE_REFUSALS.caseNumber) throw error;
    const { case_number: _number, ...withoutNumber } = fine;
    return issueFine({ fine: withoutNumber, accepted, actingAs });
  }
}

function refusalAtField({ field, message }: DataError): SubmitError {
  const name = field === undefined ? undefined : FIELDS[field];
  return name === undefined ? new SubmitError(message) : new SubmitError("", { [name]: message });
}
