import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { GenericSchema } from "valibot";
import { plateKey } from "#contract/plate.ts";
import type { NewFine } from "#data/fines/mutations.ts";
import { siteSettingsQueries } from "#data/site_settings/queries.ts";
import { violationQueries } from "#data/violations/queries.ts";
import type { Session } from "#session/store.ts";
import type { Log } from "#session/use-activity-log.ts";
import { toast } from "#shared/feedback/toast.ts";
import { type FormState, useForm } from "#shared/form/use-form.ts";
import type { ProjectId } from "#shared/paths.ts";
import { useDraft, useKeptDraft } from "../drafts/use-draft.ts";
import { maxAmount } from "../offline/rules/fine-warnings.ts";
import type { CaseNumbers } from "./case-numbers.ts";
import { type DocumentTexts, fineTexts } from "./fine-texts.ts";
import { useSiteName } from "./fine-site-name.ts";
import type { DocumentFacts } from "./rules/fine-document.ts";
import { amountOf, type FineDraft, OTHER } from "./rules/fine-draft.ts";
import { choicesOf, type ViolationChoice, violationText } from "./rules/violation-choices.ts";
import { type FinePhotos, listedPhotos, useFinePhotos, usePhotoSending } from "./use-fine-photos.ts";
import { useIssuing } from "./use-issuing.ts";

/** What a fine knows of the car that its form does not ask for. */
export type FinedCar = Pick<
  NewFine,
  "kind" | "plate" | "car_model" | "car_color" | "street" | "discord_username" | "parking_id"
>;

type FineFormOptions<Draft extends FineDraft> = {
  session: Session;
  project: ProjectId;
  /** Which of the login's drafts it is. */
  name: string;
  numbers: CaseNumbers;
  /** Makes an empty draft with the next reserved number. */
  newDraft: (now: Date, caseNumber: string) => Draft;
  /** The car; one without a plate makes a picture and no case. */
  carOf: (draft: Draft) => FinedCar;
  schema: GenericSchema<Draft, Draft>;
  texts: DocumentTexts;
  log: Log;
};

/** A site's settings are not read anew while somebody writes one fine after another. */
const SETTINGS_FRESH_MS = 60_000;

/** What a document says beside its form: the site, its violations and its settings. */
function useSiteFacts(project: ProjectId) {
  const siteName = useSiteName(project);
  const asked = { enabled: project !== undefined, staleTime: SETTINGS_FRESH_MS };
  const { data: violations } = useQuery({ ...violationQueries.list(project ?? ""), ...asked });
  const { data: settings } = useQuery({ ...siteSettingsQueries.of(project ?? ""), ...asked });
  const choices = choicesOf(violations);
  const limitsOf = (violation: string) => {
    const chosen = violations?.find(({ id }) => id === violation);
    const limits = [settings?.max_amount, chosen?.max_amount];
    return { needsNoRight: chosen?.needs_no_right ?? false, maxAmount: maxAmount(...limits) };
  };
  return { siteName, choices, settings, limitsOf };
}

/** A fine as the database is given it. */
function rowOf(
  fine: FineDraft,
  {
    car,
    at,
    project,
    choices,
    photos,
  }: {
    car: FinedCar;
    at: Date;
    project: ProjectId;
    choices: readonly ViolationChoice[];
    photos: FinePhotos;
  },
): NewFine {
  return {
    ...car,
    id: fine.id,
    project_id: project ?? null,
    ...(fine.caseNumber !== "" && { case_number: fine.caseNumber }),
    violation_id: choices.find(({ value }) => value === fine.violation)?.id ?? null,
    violation_text: violationText(fine, choices),
    amount: amountOf(fine) ?? 0,
    due_date: fine.dueDate,
    notes: fine.notes.trim(),
    issued_at: at.toISOString(),
    photos: listedPhotos(fine.id, photos.photos),
  };
}

/** A number that a draft bears is taken: the next fine gets another one. */
function useTakenNumber(numbers: CaseNumbers, caseNumber: string, isTaken: boolean): void {
  useEffect(() => {
    if (isTaken) numbers.take(caseNumber);
  }, [isTaken, numbers, caseNumber]);
}

/** Whether it is known what a site fines, or that it cannot be known now: until then nothing is chosen. */
export function useKnowsViolations(project: ProjectId): boolean {
  const { isPending } = useQuery({
    ...violationQueries.list(project ?? ""),
    enabled: project !== undefined,
    staleTime: SETTINGS_FRESH_MS,
  });
  return project === undefined || !isPending;
}

/** A draft may bear a choice that the site has ended: it is chosen anew. */
function useKnownViolation(form: FormState<FineDraft>, choices: readonly ViolationChoice[], isDraft: boolean): void {
  const { violation } = form.values;
  const isKnown = violation === "" || violation === OTHER || choices.some(({ value }) => value === violation);
  const forget = useEffectEvent(() => form.set("violation", ""));
  useEffect(() => {
    if (!isKnown && isDraft) forget();
  }, [isKnown, isDraft]);
}

/**
 * The form of a fine or a report. `Generera` stores the case, asks for reasons where it must, and corrects what was stored; its photos
 * follow. `isGenerated` is true from then until something is changed. What is typed stays on the device, with its case number, until
 * the case is stored or the draft is thrown away.
 */
export function useFineForm<Draft extends FineDraft>(options: FineFormOptions<Draft>) {
  const { session, project, numbers, name, newDraft, carOf, schema } = options;
  const draft = useDraft<Draft>({ session, name, fresh: () => newDraft(new Date(), numbers.next()) });
  const [openedAt, setOpenedAt] = useState(() => new Date());
  const [generated, setGenerated] = useState<{ values: Draft; at: Date }>();
  const copyButton = useRef<HTMLButtonElement>(null);
  const facts = useSiteFacts(project);
  const photos = useFinePhotos();
  const { sending, send } = usePhotoSending();
  const issuing = useIssuing(session.userId);
  const form = useForm<Draft, Draft>({ initial: draft.initial, schema, onSubmit: generate, failed: storeFailed });
  // What is stored is no draft any more: written down again, its number would be issued twice.
  useKeptDraft(issuing.stored === undefined ? draft : { ...draft, keep: () => undefined }, form.values);
  const isWorthKeeping = draft.isWorthKeeping(form.values);
  useTakenNumber(numbers, form.values.caseNumber, isWorthKeeping);
  useKnownViolation(form as unknown as FormState<FineDraft>, facts.choices, issuing.stored === undefined);

  async function generate(fine: Draft) {
    const car = carOf(fine);
    const at = new Date();
    const isCase = issuing.stored !== undefined || plateKey(car.plate) !== "";
    const numbered = { ...fine, caseNumber: await numbers.claim(fine.caseNumber, fine.id) };
    const extras = { files: photos.photos, limits: facts.limitsOf(fine.violation) };
    const stored = isCase
      ? await issuing.issue(rowOf(numbered, { car, at, project, choices: facts.choices, photos }), extras)
      : undefined;
    if (isCase && stored === undefined) return;
    const values = stored === undefined ? numbered : { ...fine, caseNumber: stored.case_number };
    form.reset(values);
    draft.finish(values);
    setGenerated({ values, at: stored === undefined ? at : new Date(stored.issued_at) });
    tellGenerated(values, options, facts.choices);
    // The pressed button is disabled now; focus goes to what comes next instead of nowhere.
    copyButton.current?.focus();
    // A fine is told at once; its photos follow.
    if (stored !== undefined) void send(stored.id, photos.photos);
  }

  function discard() {
    numbers.giveBack(form.values.caseNumber);
    form.reset(draft.startAnew());
    photos.clear();
    setGenerated(undefined);
    setOpenedAt(new Date());
  }

  const isGenerated = generated !== undefined && isSame(generated.values, form.values);
  return {
    form,
    copyButton,
    isGenerated,
    issuedAt: generated?.at ?? openedAt,
    facts: { ...facts, stored: issuing.stored, isDraft: !isGenerated } satisfies DocumentFacts,
    photos,
    sending: { ...sending, again: () => issuing.stored && void send(issuing.stored.id, photos.photos) },
    issuing,
    /** Where there is something to throw away. */
    discard: isWorthKeeping && issuing.stored === undefined && !issuing.isUnsure ? discard : undefined,
  };
}

/** Whether a form says the same: what was typed and taken back is no change. */
const isSame = <Draft extends object>(one: Draft, other: Draft): boolean =>
  Object.entries(one).every(([name, value]) => other[name as keyof Draft] === value);

const storeFailed = () => ({ text: fineTexts.storeFailed, at: "both" }) as const;

/** Says that the document is made, and notes it. */
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

export type FineFormUse<Draft extends FineDraft> = ReturnType<typeof useFineForm<Draft>>;
