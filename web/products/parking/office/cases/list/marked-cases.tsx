import { useState } from "react";
import type { EventResult, ManyEvent } from "#data/fines/letters.ts";
import { leftOre } from "#data/fines/lists.ts";
import type { ListedCase } from "#data/fines/queries.ts";
import { DateField } from "#shared/form/date-field.tsx";
import { FormDialog } from "#shared/form/form-dialog.tsx";
import { TextArea } from "#shared/form/text-field.tsx";
import { SubmitError } from "#shared/form/use-form.ts";
import { toDateValue } from "#shared/format/dates.ts";
import { formatOre } from "#shared/format/money.ts";
import { paths } from "#shared/paths.ts";
import { Button, ButtonLink } from "#shared/ui/button.tsx";
import { caseTexts } from "../../case/case-texts.ts";
import { isAllowedIn } from "../../case/allowed-actions.ts";
import { letterTexts } from "../../letters/letter-texts.ts";
import type { ToPrint } from "../../letters/reminders.tsx";
import { ManyResults } from "../../letters/steps/many-results.tsx";
import { useCollectionFile } from "../../letters/steps/use-collection-file.ts";
import { recordedOf, useManyEvents } from "../../letters/steps/use-many-events.ts";
import { MarkBar } from "../../shell/marks/mark-bar.tsx";
import type { Marks } from "../../shell/marks/use-marks.ts";
import { NOTE, WITHDRAWAL, WithdrawalFields } from "../actions/case-dialogs.tsx";
import { WithNewDueDate } from "../actions/with-new-due-date.tsx";
import { dueSchema, NOTE_MAX } from "../rules/case-schemas.ts";

const texts = caseTexts.many;

/** Actions on marked cases, in the order of the buttons. */
const MANY = ["reminded", "handed_to_collection", "reviewed", "noted", "withdrawn"] as const;
type Kind = (typeof MANY)[number];

const BUTTONS: Readonly<Record<Kind, string>> = {
  reminded: caseTexts.remind.button,
  handed_to_collection: caseTexts.collect.button,
  reviewed: caseTexts.review.button,
  noted: caseTexts.note.button,
  withdrawn: caseTexts.withdraw.button,
};

/** Whether an action may concern a case; the database decides by all conditions. */
const concerns = (kind: Kind, { status, needs_review }: ListedCase) =>
  isAllowedIn(kind, status) && (kind !== "reviewed" || needs_review);

type MarkedProps = { project: string; marks: Marks<ListedCase> };

/**
 * The bar of a list's marked cases. Each case is recorded for itself; the refused ones stay marked, and the bar's answer names each with its
 * reason.
 */
export function MarkedCases({ project, marks }: MarkedProps) {
  const kinds = MANY.filter((kind) => marks.rows.some((fine) => concerns(kind, fine)));

  function handleAnswer(kind: Kind, results: readonly EventResult[]) {
    const refused = results.filter(({ outcome }) => outcome === "refused").map((result) => result.fine_id);
    const sent = kind === "reminded" ? recordedOf(results) : [];
    const isAnswered = refused.length > 0 || sent.length > 0;
    marks.keep(refused, isAnswered ? <Answered {...{ project, results, sent }} /> : undefined);
  }

  return (
    <MarkBar marks={marks}>
      {kinds.map((kind) => (
        <Many
          key={kind}
          {...{ project, kind }}
          cases={marks.rows}
          onAnswer={(results) => handleAnswer(kind, results)}
        />
      ))}
    </MarkBar>
  );
}

type AnswerProps = { project: string; results: readonly EventResult[]; sent: readonly EventResult[] };

/** The result of the last action: the reasons of refused cases, and the link to letters that are to be printed. */
function Answered({ project, results, sent }: AnswerProps) {
  return (
    <>
      <ManyResults results={results} />
      {sent.length > 0 && (
        <ButtonLink
          variant="primary"
          size="small"
          to={paths.letters(project, "remind")}
          state={{ toPrint: { ids: sent.map((result) => result.event_id) } } satisfies ToPrint}
        >
          {texts.toLetters(sent.length)}
        </ButtonLink>
      )}
    </>
  );
}

type ManyProps = {
  project: string;
  kind: Kind;
  cases: readonly ListedCase[];
  onAnswer: (results: readonly EventResult[]) => void;
};

/** A button that acts on the marked cases, after its form or question. */
function Many({ project, kind, cases, onAnswer }: ManyProps) {
  const [isOpen, setIsOpen] = useState(false);
  const { run, isPending } = useManyEvents({ project, kind, onAnswer });
  const { save } = useCollectionFile(project);
  const count = letterTexts.cases(cases.length);

  async function act(more: Pick<ManyEvent, "note" | "data"> = {}) {
    const events = cases.map(({ id, case_number: caseNumber, last_event: expectedEvent }) => ({
      fineId: id,
      caseNumber,
      expectedEvent,
      ...more,
    }));
    const recorded = await run(events, formatOre(cases.reduce((sum, fine) => sum + leftOre(fine), 0)));
    if (kind === "handed_to_collection" && recorded !== undefined && recorded.length > 0)
      await save({ ids: recorded.map((result) => result.event_id) });
    return recorded;
  }

  /** The form keeps its typed values when nothing was recorded. */
  async function submit(more: Parameters<typeof act>[0]) {
    if ((await act(more)) === undefined) throw new SubmitError("");
  }

  const hasForm = kind === "reminded" || kind === "noted" || kind === "withdrawn";
  return (
    <>
      <Button size="small" pending={isPending} onClick={() => (hasForm ? setIsOpen(true) : void act())}>
        {BUTTONS[kind]}
      </Button>
      {isOpen && <ManyForm {...{ project, kind, count, submit }} onClose={() => setIsOpen(false)} />}
    </>
  );
}

type FormProps = {
  project: string;
  kind: Kind;
  /** The number of cases in words. */
  count: string;
  submit: (more: Pick<ManyEvent, "note" | "data">) => Promise<void>;
  onClose: () => void;
};

/** The form of an action on many cases: a ground, a note, or a new due date. */
function ManyForm({ project, kind, count, submit, onClose }: FormProps) {
  const dialog = { onClose, failed: () => undefined };
  if (kind === "withdrawn")
    return (
      <FormDialog
        {...dialog}
        {...WITHDRAWAL}
        title={texts.withdraw.title(count)}
        description={texts.withdraw.text}
        submit={BUTTONS.withdrawn}
        isDanger
        required={{ fields: WITHDRAWAL.required, text: caseTexts.withdraw.missing }}
        onSubmit={(typed) => submit(WITHDRAWAL.eventOf(typed))}
      >
        {(form) => <WithdrawalFields {...form} />}
      </FormDialog>
    );
  if (kind === "noted")
    return (
      <FormDialog
        {...dialog}
        {...NOTE}
        title={texts.note.title(count)}
        description={caseTexts.note.text}
        submit={caseTexts.note.save}
        required={{ fields: NOTE.required, text: caseTexts.note.missing }}
        onSubmit={submit}
      >
        {({ field }) => <TextArea label={caseTexts.note.note} required maxLength={NOTE_MAX} {...field("note")} />}
      </FormDialog>
    );
  return (
    <WithNewDueDate fine={{ project_id: project }}>
      {(due) => (
        <FormDialog
          {...dialog}
          title={texts.remind.title(count)}
          description={texts.remind.text}
          submit={BUTTONS.reminded}
          initial={{ due_date: due }}
          schema={dueSchema}
          required={{ fields: ["due_date"], text: caseTexts.remind.missing }}
          onSubmit={(data) => submit({ data })}
        >
          {({ field }) => (
            <DateField label={caseTexts.remind.due} required min={toDateValue(new Date())} {...field("due_date")} />
          )}
        </FormDialog>
      )}
    </WithNewDueDate>
  );
}
