import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { GenericSchema } from "valibot";
import { plateKey } from "#contract/plate.ts";
import type { StoredFine } from "#data/fines/mutations.ts";
import type { Session } from "#session/store.ts";
import type { Log } from "#session/actions/use-activity-log.ts";
import { toast } from "#shared/feedback/toast.ts";
import { type FormState, useForm } from "#shared/form/use-form.ts";
import type { ProjectId } from "#shared/paths.ts";
import { type DraftOf, useDraft, useKeptDraft } from "#parking/kernel/drafts/use-draft.ts";
import type { CaseNumbers } from "./issuing/case-numbers.ts";
import type { DocumentTexts } from "#parking/kernel/notice/notice-texts.ts";
import { fineTexts } from "./fine-texts.ts";
import type { DocumentFacts } from "#parking/kernel/notice/rules/fine-document.ts";
import { amountOf, type FineDraft, OTHER } from "#parking/kernel/notice/rules/fine-draft.ts";
import { type ViolationChoice, violationText } from "#parking/kernel/notice/rules/violation-choices.ts";
import { CASE_LIMITS } from "#contract/cases.ts";
import { keepLastFine, readLastFine } from "./fields/last-fine.ts";
import { useLeaveGuard } from "#parking/kernel/page/leave-guard.ts";
import { leaveTexts } from "./leave-texts.ts";
import { useOpenedFine } from "./opened-fine.ts";
import { useFinePhotos } from "./photos/use-fine-photos.ts";
import type { TakenPhoto } from "./photos/use-kept-photos.ts";
import { usePhotoSending } from "./photos/use-photo-sending.ts";
import { useIssuing } from "./issuing/use-issuing.ts";
import { extrasOf, type FinedCar, rowOf } from "./fine-row.ts";
import { useSiteFacts } from "./site-facts.ts";

/** The attendant, the place and the numbers of a fine. */
export type FineContext = { session: Session; project: ProjectId; log: Log; numbers: CaseNumbers };

type FineFormOptions<Draft extends FineDraft> = FineContext & {
  /** The draft's name within the login. */
  name: string;
  /** Makes an empty draft with the next reserved number; `dueDays` is the site's time until a fine is due. */
  newDraft: (now: Date, caseNumber: string, dueDays?: number) => Draft;
  /** The car; a car without a plate makes a picture and no case. */
  carOf: (draft: Draft) => FinedCar;
  schema: GenericSchema<Draft, Draft>;
  texts: DocumentTexts;
  /** A stored fine that is opened again; `newDraft` makes its form values. */
  opened?: StoredFine;
};

const CORRECTABLE_MS = CASE_LIMITS.correctMinutes * 60_000;

/** Marks the draft's number as taken, so that the next fine gets another one. */
function useTakenNumber(numbers: CaseNumbers, caseNumber: string, isTaken: boolean): void {
  useEffect(() => {
    if (isTaken) numbers.take(caseNumber);
  }, [isTaken, numbers, caseNumber]);
}

/** Clears a draft's violation when the site no longer offers it. */
function useKnownViolation(form: FormState<FineDraft>, choices: readonly ViolationChoice[], isDraft: boolean): void {
  const { violation } = form.values;
  const isKnown = violation === "" || violation === OTHER || choices.some(({ value }) => value === violation);
  const forget = useEffectEvent(() => form.set("violation", ""));
  useEffect(() => {
    if (!isKnown && isDraft) forget();
  }, [isKnown, isDraft]);
}

/** The last generated values, and their time. */
type Generated<Draft> = { values: Draft; at: Date };

/** The steps after a fine is stored: the address names it, its photos are sent, and the next fine is offered its values. */
function useFollowing(session: Session) {
  const { sending, send, handOver } = usePhotoSending(session);
  const { show } = useOpenedFine();
  const [last] = useState(() => readLastFine(session));
  const sendAgain = (stored: StoredFine, photos: readonly TakenPhoto[]) => void send(stored, photos);
  return {
    sending,
    sendAgain,
    handOver,
    /** The values of the previous fine, to offer. */
    last,
    follow: (stored: StoredFine, photos: readonly TakenPhoto[]) => {
      // A reload shows the stored fine again.
      show(stored.id);
      keepLastFine(session, stored);
      sendAgain(stored, photos);
    },
  };
}

/** Stops storing the draft of a stored fine. If it were stored again, its number would be issued twice. */
const notKept = <Draft extends object>(draft: DraftOf<Draft>): DraftOf<Draft> => ({ ...draft, keep: () => undefined });

/** The form's values after generating, with the number and time of the stored case, if there is one. */
const madeOf = <Draft extends FineDraft>(fine: Draft, at: Date, stored: StoredFine | undefined): Generated<Draft> =>
  stored === undefined
    ? { values: fine, at }
    : {
        values: { ...fine, caseNumber: stored.case_number, observedFrom: stored.observed_from },
        at: new Date(stored.issued_at),
      };

/** The draft of a fine, or the form values of a stored one. */
function useFineDraft<Draft extends FineDraft>(
  { session, name, newDraft, numbers, opened }: FineFormOptions<Draft>,
  dueDays: number | undefined,
) {
  return useDraft<Draft>({
    session,
    name,
    fresh: () => newDraft(new Date(), numbers.next(), dueDays),
    // The key survives a reload, also of a fine that has photos only, since the photos are stored under it.
    lasting: opened === undefined ? ["id"] : [],
  });
}

/** Whether a stored fine can no longer be corrected (document 4 §4). */
function useIsClosed(stored: StoredFine | undefined): boolean {
  const issuedAt = stored?.issued_at;
  const isTooLate = () => issuedAt !== undefined && Date.now() - Date.parse(issuedAt) >= CORRECTABLE_MS;
  const [isOver, setIsOver] = useState(isTooLate);
  useEffect(() => {
    if (issuedAt === undefined) return undefined;
    const timer = setTimeout(() => setIsOver(true), Date.parse(issuedAt) + CORRECTABLE_MS - Date.now());
    return () => clearTimeout(timer);
  }, [issuedAt]);
  return stored !== undefined && (isOver || stored.status !== "issued");
}

/** Asks before an unfinished fine is left, and says what happens to it. */
function useLeaving(isUnfinished: boolean, stored: StoredFine | undefined, isOnItsWay: boolean): void {
  const question = stored === undefined ? leaveTexts.draft : leaveTexts.changed;
  useLeaveGuard(isUnfinished, stored === undefined, isOnItsWay ? leaveTexts.onItsWay : question);
}

/**
 * The form of a fine or a report. `Generera` stores the case, asks for reasons where needed, and corrects a stored case; its photos follow.
 * `isGenerated` is true from then until a change. The draft stays on the device, with its case number, until the case is stored or the
 * draft is discarded.
 */
export function useFineForm<Draft extends FineDraft>(options: FineFormOptions<Draft>) {
  const { session, project, numbers, carOf, schema, opened } = options;
  const facts = useSiteFacts(project);
  const draft = useFineDraft(options, facts.settings?.due_days);
  const [openedAt, setOpenedAt] = useState(() => new Date());
  const [generated, setGenerated] = useState(() => opened && madeOf(draft.initial, openedAt, opened));
  const copyButton = useRef<HTMLButtonElement>(null);
  const issuing = useIssuing(opened);
  const form = useForm<Draft, Draft>({ initial: draft.initial, schema, onSubmit: generate, failed: storeFailed });
  const photos = useFinePhotos(session, form.values.id);
  const { sending, follow, sendAgain, handOver, last } = useFollowing(session);
  useKeptDraft(issuing.stored === undefined ? draft : notKept(draft), form.values);
  const isWorthKeeping = draft.isWorthKeeping(form.values);
  useTakenNumber(numbers, form.values.caseNumber, isWorthKeeping);
  useKnownViolation(form as unknown as FormState<FineDraft>, facts.choices, issuing.stored === undefined);

  async function generate(fine: Draft) {
    const at = new Date();
    const numbered = { ...fine, caseNumber: await numbers.claim(fine.caseNumber, fine.id) };
    const row = rowOf(numbered, { car: carOf(fine), at, project, choices: facts.choices, photos });
    const isCase = issuing.stored !== undefined || plateKey(row.plate) !== "";
    const stored = isCase ? await issuing.issue(row, extrasOf(facts, fine, photos)) : undefined;
    if (isCase && stored === undefined) return;
    const made = madeOf(numbered, at, stored);
    form.reset(made.values);
    draft.finish(made.values);
    setGenerated(made);
    tellGenerated(made.values, options, facts.choices);
    // The pressed button is disabled now, so the next button takes the focus.
    copyButton.current?.focus();
    if (stored !== undefined) follow(stored, photos.photos);
  }

  function discard() {
    numbers.giveBack(form.values.caseNumber);
    form.reset(draft.startAnew());
    photos.clear();
    setGenerated(undefined);
    setOpenedAt(new Date());
  }

  const isGenerated = generated !== undefined && isSame(generated.values, form.values);
  const isDraft = issuing.stored === undefined && (isWorthKeeping || photos.photos.length > 0);
  useLeaving(!isGenerated && (isDraft || issuing.stored !== undefined), issuing.stored, form.isPending);
  return {
    form,
    last,
    copyButton,
    isGenerated,
    issuedAt: generated?.at ?? openedAt,
    facts: { ...facts, stored: issuing.stored, isDraft: !isGenerated } satisfies DocumentFacts,
    photos,
    sending: { ...sending, again: () => issuing.stored && sendAgain(issuing.stored, photos.photos), handOver },
    issuing,
    /** The fine was stored and can no longer be corrected, so nothing can be filled in. */
    isClosed: useIsClosed(issuing.stored) && isGenerated,
    /** Discards the draft; undefined when there is nothing to discard. */
    discard: isDraft && !issuing.isUnsure ? discard : undefined,
  };
}

/** Whether two forms have the same values. A text that was typed and removed again is no change. */
const isSame = <Draft extends object>(one: Draft, other: Draft): boolean =>
  Object.entries(one).every(([name, value]) => other[name as keyof Draft] === value);

const storeFailed = () => ({ text: fineTexts.storeFailed, at: "both" }) as const;

/** Shows that the document was made, and logs it. */
function tellGenerated(
  fine: FineDraft,
  { texts, log }: { texts: DocumentTexts; log: Log },
  choices: readonly ViolationChoice[],
): void {
  log("ticket_generated", {
    caseNumber: fine.caseNumber,
    amount: amountOf(fine),
    violation: violationText(fine, choices),
    dueDate: fine.dueDate,
  });
  toast.success(texts.generatedToast);
}

export type FineFormState<Draft extends FineDraft> = ReturnType<typeof useFineForm<Draft>>;
