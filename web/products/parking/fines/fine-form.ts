import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { GenericSchema } from "valibot";
import { plateKey } from "#contract/plate.ts";
import type { NewFine } from "#data/fines/mutations.ts";
import { siteSettingsQueries } from "#data/site_settings/queries.ts";
import { violationQueries } from "#data/violations/queries.ts";
import type { Session } from "#session/store.ts";
import type { Log } from "#session/use-activity-log.ts";
import { toast } from "#shared/feedback/toast.ts";
import { useForm } from "#shared/form/use-form.ts";
import type { ProjectId } from "#shared/paths.ts";
import { useDraft, useKeptDraft } from "../drafts/use-draft.ts";
import type { CaseNumbers } from "./case-numbers.ts";
import { type DocumentTexts, fineTexts } from "./fine-texts.ts";
import { useSiteName } from "./fine-site-name.ts";
import type { DocumentFacts } from "./rules/fine-document.ts";
import { amountOf, type FineDraft } from "./rules/fine-draft.ts";
import { choicesOf, violationText } from "./rules/violation-choices.ts";
import { listedPhotos, useFinePhotos, usePhotoSending } from "./use-fine-photos.ts";
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
  return { siteName, choices: choicesOf(violations), settings };
}

/**
 * The form of a fine or a report. `Generera` stores the case, asks for reasons where it must, and corrects what was stored; its photos
 * follow. `isGenerated` is true from then until something is changed. What is typed stays on the device, with its case number, until
 * the case is stored or the draft is thrown away.
 */
export function useFineForm<Draft extends FineDraft>(options: FineFormOptions<Draft>) {
  const { session, project, numbers, name, newDraft, carOf, schema, texts, log } = options;
  const draft = useDraft<Draft>({ session, name, fresh: () => newDraft(new Date(), numbers.next()) });
  const [openedAt, setOpenedAt] = useState(() => new Date());
  const [generated, setGenerated] = useState<{ values: Draft; at: Date; isCase: boolean }>();
  const copyButton = useRef<HTMLButtonElement>(null);
  const facts = useSiteFacts(project);
  const photos = useFinePhotos();
  const sending = usePhotoSending();
  const issuing = useIssuing(session.userId);

  const form = useForm<Draft, Draft>({
    initial: draft.initial,
    schema,
    onSubmit: async (fine) => {
      const car = carOf(fine);
      const isCase = plateKey(car.plate) !== "";
      const at = new Date();
      numbers.take(fine.caseNumber);
      const stored = isCase ? await issuing.issue(rowOf(fine, car, at)) : undefined;
      if (isCase && stored === undefined) return;
      draft.finish(form.values);
      tellGenerated(
        stored === undefined ? form.values : { ...form.values, caseNumber: stored.case_number },
        at,
        isCase,
      );
      // A fine is told at once; its photos follow.
      if (stored !== undefined) void sending.send(stored.id, photos.photos);
    },
    failed: () => ({ text: fineTexts.storeFailed, at: "both" }),
  });
  useKeptDraft(draft, form.values);
  const isWorthKeeping = draft.isWorthKeeping(form.values);
  useEffect(() => {
    if (isWorthKeeping) numbers.take(form.values.caseNumber);
  }, [isWorthKeeping, numbers, form.values.caseNumber]);

  const rowOf = (fine: Draft, car: FinedCar, at: Date): NewFine => ({
    ...car,
    id: fine.id,
    project_id: project ?? null,
    ...(fine.caseNumber !== "" && { case_number: fine.caseNumber }),
    violation_id: facts.choices.find(({ value }) => value === fine.violation)?.id ?? null,
    violation_text: violationText(fine, facts.choices),
    amount: amountOf(fine) ?? 0,
    due_date: fine.dueDate,
    notes: fine.notes.trim(),
    issued_at: at.toISOString(),
    photos: listedPhotos(fine.id, photos.photos),
  });

  function tellGenerated(values: Draft, at: Date, isCase: boolean) {
    form.reset(values);
    draft.finish(values);
    setGenerated({ values, at, isCase });
    log("ticket_generated", {
      caseNumber: values.caseNumber,
      amount: amountOf(values),
      violation: violationText(values, facts.choices),
      dueDate: values.dueDate,
    });
    toast.success(texts.generatedToast);
    // The pressed button is disabled now; focus goes to what comes next instead of nowhere.
    copyButton.current?.focus();
  }

  function discard() {
    numbers.giveBack(form.values.caseNumber);
    form.reset(draft.startAnew());
    photos.clear();
    setGenerated(undefined);
    setOpenedAt(new Date());
  }

  const isGenerated = generated !== undefined && generated.values === form.values;
  return {
    form,
    copyButton,
    isGenerated,
    issuedAt: generated?.at ?? openedAt,
    facts: { ...facts, stored: issuing.stored, isDraft: !isGenerated } satisfies DocumentFacts,
    photos,
    sending: { ...sending.sending, again: () => issuing.stored && void sending.send(issuing.stored.id, photos.photos) },
    issuing,
    /** Where there is something to throw away. */
    discard: isWorthKeeping && issuing.stored === undefined ? discard : undefined,
  };
}

export type FineFormUse<Draft extends FineDraft> = ReturnType<typeof useFineForm<Draft>>;
