import { useRef, useState } from "react";
import { CASE_REFUSALS } from "#contract/cases.ts";
import { type ActingOnDevice, useActingOnDevice } from "#data/acting.ts";
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
import { orWithoutNetwork } from "#session/actions/without-network.ts";
import { SubmitError } from "#shared/form/use-form.ts";
import { DeviceFull } from "#shared/offline/device-full.ts";
import { randomKey } from "#shared/random-key.ts";
import { secretKey } from "#shared/secret-key.ts";
import { correctOffline } from "./correct-offline.ts";
import { type FineLimits, issueOffline } from "./issue-offline.ts";
import { isFineWaiting } from "./waiting-fine.ts";
import { queueTexts } from "../../queue/queue-texts.ts";
import type { TakenPhoto } from "../photos/use-kept-photos.ts";

/** The form field for a column that a refusal names. */
const FIELDS: Readonly<Record<string, string>> = {
  amount: "amount",
  due_date: "dueDate",
  plate: "regNumber",
  violation_id: "violation",
  violation_text: "violation",
  observed_from: "observedTime",
  observed_reason: "observedReason",
};

/** The facts of a fine besides its columns: its photo files, and the site's limits. */
export type FineExtras = { files: readonly TakenPhoto[]; limits: FineLimits };

type Accepted = AcceptedWarning[];

type Question = { warnings: readonly FineWarning[]; answer: (accepted: Accepted | undefined) => void };

/** Asks the person for reasons, and waits for the answer. */
function useQuestion() {
  const [question, setQuestion] = useState<Question>();
  const ask = (warnings: readonly FineWarning[]) =>
    new Promise<Accepted | undefined>((resolve) => {
      setQuestion({
        warnings,
        answer: (accepted) => {
          setQuestion(undefined);
          resolve(accepted);
        },
      });
    });
  return { question, ask };
}

/** Returns the same key for the same change, until there is another change. */
function useChangeKey(): (changes: object) => string {
  const latest = useRef<{ content: string; key: string }>(undefined);
  return (changes) => {
    const content = JSON.stringify(changes);
    if (latest.current?.content !== content) latest.current = { content, key: randomKey() };
    return latest.current.key;
  };
}

/** Gives a fine the key of its QR code. The key is the same with and without a network, because the first call may have arrived. */
function usePublicKey(): (fine: NewFine) => NewFine {
  const latest = useRef<{ id: string; key: string }>(undefined);
  return (fine) => {
    if (latest.current?.id !== fine.id) latest.current = { id: fine.id, key: secretKey() };
    return { ...fine, public_key: latest.current.key };
  };
}

/**
 * Stores fines, and corrects a stored one. Asks for reasons when there are warnings (document 4 §4). A fine is stored once, however often
 * it is sent. `opened` is a fine that was stored earlier.
 */
export function useIssuing(opened: StoredFine | undefined) {
  const acting = useActingOnDevice();
  const [stored, setStored] = useState(opened);
  const [isUnsure, setIsUnsure] = useState(false);
  const { question, ask } = useQuestion();
  const keyOf = useChangeKey();
  const withPublicKey = usePublicKey();

  async function send(fine: NewFine, accepted: Accepted, extras: FineExtras, known = stored): Promise<IssueAnswer> {
    if (known === undefined) {
      const whole = withPublicKey(fine);
      const answer = await orWithoutNetwork(
        () => issueWithNumber(acting, whole, accepted),
        () => issueOffline(acting, whole, accepted, extras),
      );
      if (answer.outcome !== "stored" || !differs(answer.fine, fine)) return answer;
      // The fine was stored before, its answer was lost, and the form has changed since: this is a correction.
      setStored(answer.fine);
      return send(fine, accepted, extras, answer.fine);
    }
    return correct(acting, known, fine, { accepted, keyOf });
  }

  /** Sends the fine until it is stored; undefined when the person cancelled. */
  async function sendUntilStored(
    fine: NewFine,
    accepted: Accepted,
    extras: FineExtras,
  ): Promise<StoredFine | undefined> {
    const answer = await send(fine, accepted, extras);
    if (answer.outcome === "stored") return answer.fine;
    const reasons = await ask(answer.warnings);
    return reasons === undefined ? undefined : sendUntilStored(fine, [...accepted, ...reasons], extras);
  }

  /**
   * Stores the fine, or corrects it; undefined when the person cancelled.
   * @throws SubmitError with the database's words at the field that they are about.
   */
  async function issue(fine: NewFine, extras: FineExtras): Promise<StoredFine | undefined> {
    try {
      const made = await sendUntilStored(fine, [], extras);
      setIsUnsure(false);
      if (made !== undefined) setStored(made);
      return made;
    } catch (error) {
      if (isCaseRefusal(error)) throw refusalAtField(error);
      if (error instanceof SubmitError || error instanceof DeviceFull) throw ofDevice(error);
      setIsUnsure(true);
      throw error;
    }
  }

  /** `isUnsure`: an answer was lost, so the fine may be stored. */
  return { stored, setStored, isUnsure, issue, question };
}

/** A refusal of the device itself, as the form shows it. */
const ofDevice = (error: SubmitError | DeviceFull): SubmitError =>
  error instanceof DeviceFull ? new SubmitError(queueTexts.deviceFull) : error;

type Corrector = { accepted: Accepted; keyOf: (changes: object) => string };

/** Corrects a stored fine. For a fine in the queue, the correction waits behind it. */
async function correct(
  acting: ActingOnDevice,
  known: StoredFine,
  fine: NewFine,
  { accepted, keyOf }: Corrector,
): Promise<IssueAnswer> {
  const {
    id: fineId,
    project_id: _project,
    case_number: _number,
    photos: _photos,
    issued_at: madeAt,
    ...changes
  } = fine;
  const correction = { fineId, eventId: keyOf(changes), changes: { ...changes, made_at: madeAt, accepted } };
  const instead = () => correctOffline(acting, known, correction);
  const waiting = (await isFineWaiting(acting, fineId)) ? await instead() : undefined;
  return waiting ?? orWithoutNetwork(() => correctFine(acting, correction), instead);
}

/** The columns that an attendant fills in and may correct. */
const CORRECTABLE = [
  "car_model",
  "car_color",
  "street",
  "discord_username",
  "violation_id",
  "violation_text",
  "amount",
  "due_date",
  "notes",
  "observed_reason",
] as const;

/** Whether the stored fine differs from the sent one. */
const differs = (kept: StoredFine, sent: NewFine): boolean =>
  CORRECTABLE.some((column) => kept[column] !== sent[column]) ||
  // The database ignores the time when the check was earlier.
  (sent.observed_from !== null && Date.parse(sent.observed_from) < Date.parse(kept.observed_from));

/** Issues a fine. When another fine has its number meanwhile, the database gives a new one. */
async function issueWithNumber(acting: ActingOnDevice, fine: NewFine, accepted: Accepted): Promise<IssueAnswer> {
  try {
    return await issueFine(acting, { fine, accepted });
  } catch (error) {
    if (!isCaseRefusal(error) || error.code !== CASE_REFUSALS.caseNumber) throw error;
    const { case_number: _number, ...withoutNumber } = fine;
    return issueFine(acting, { fine: withoutNumber, accepted });
  }
}

function refusalAtField({ field, message }: DataError): SubmitError {
  const name = field === undefined ? undefined : FIELDS[field];
  return name === undefined ? new SubmitError(message) : new SubmitError("", { [name]: message });
}
