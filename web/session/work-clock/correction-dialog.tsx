import { Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { isCaseRefusal, messageOf } from "#data/data-error.ts";
import { useSaveTimes } from "#data/work_turns/corrections.ts";
import type { TurnKind, WorkTurn } from "#data/work_turns/queries.ts";
import { defineAction } from "#session/actions/define-action.ts";
import { DateField } from "#shared/form/date-field.tsx";
import { FormDialog } from "#shared/form/form-dialog.tsx";
import { TextArea, TextField } from "#shared/form/text-field.tsx";
import { TimeField } from "#shared/form/time-field.tsx";
import { type FormState, SubmitError } from "#shared/form/use-form.ts";
import { toDateValue } from "#shared/format/dates.ts";
import { randomKey } from "#shared/random-key.ts";
import { Button } from "#shared/ui/button.tsx";
import { useLanguage } from "#shared/ui/language.ts";
import { type CorrectionTexts, correctionTexts } from "./correction-texts.ts";
import { type CorrectionDraft, correctionSchema, draftOf } from "./correction.ts";

const savingIn = (texts: CorrectionTexts) =>
  defineAction({
    mutation: useSaveTimes,
    done: ({ outcome }, { ended_at: end }) => {
      if (outcome === "changed") return undefined;
      return end === null ? texts.savedRunning : texts.saved;
    },
    failed: (error) => ({ text: isCaseRefusal(error) ? messageOf(error) : texts.failed, at: "form" }),
  });

const useSavingInSwedish = savingIn(correctionTexts.sv);
const useSavingInEnglish = savingIn(correctionTexts.en);

type CorrectionDialogProps = {
  /** The turn to correct; without one a turn is added that was not stamped. */
  turn: WorkTurn | undefined;
  project: string | null;
  kind: TurnKind;
  onClose: () => void;
};

/** `Rätta`: the times of a turn and why they were wrong. A change that somebody else made meanwhile is told, and nothing typed is lost. */
export function CorrectionDialog({ turn: opened, project, kind, onClose }: CorrectionDialogProps) {
  const lang = useLanguage();
  const texts = correctionTexts[lang];
  const saving = { sv: useSavingInSwedish(), en: useSavingInEnglish() }[lang];
  const [turn, setTurn] = useState(opened);
  const [id, setId] = useState(randomKey);
  const [now] = useState(Date.now);
  const isRunning = turn?.status === "running";
  return (
    <FormDialog
      title={opened === undefined ? texts.addTitle : texts.title}
      description={texts.about}
      submit={texts.submit}
      initial={draftOf(opened, now)}
      schema={correctionSchema(turn, texts)}
      required={{
        fields: ["start_date", "start_time", ...(isRunning ? [] : (["end_date", "end_time"] as const)), "reason"],
        text: texts.missing,
      }}
      onSubmit={async ({ times, reason }) => {
        const answer = await saving.submit({ ...times, turn, id, reason, project, kind });
        if (answer.outcome !== "changed") return;
        setTurn(answer.now);
        setId(randomKey());
        throw new SubmitError(texts.changed(answer.by ?? texts.somebody));
      }}
      failed={saving.failed}
      onClose={onClose}
    >
      {(form) => (
        <>
          <SpanFields {...{ form, texts, isRunning }} today={toDateValue(new Date(now))} />
          <Breaks form={form} texts={texts} />
          <TextArea label={texts.reason} {...form.field("reason")} required maxLength={500} />
        </>
      )}
    </FormDialog>
  );
}

type SpanProps = { form: FormState<CorrectionDraft>; texts: CorrectionTexts; isRunning: boolean; today: string };

/** The day and time of the start and, unless the turn runs, of the end. */
function SpanFields({ form, texts, isRunning, today }: SpanProps) {
  const { start_date: startDate, end_date: endDate } = form.values;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_6rem] gap-3">
      <DateField label={texts.start_date} {...form.field("start_date")} required max={today} />
      <TimeField label={texts.start_time} {...form.field("start_time")} required day={startDate} />
      {isRunning ? (
        <p className="col-span-full text-ink-soft">{texts.running}</p>
      ) : (
        <>
          <DateField label={texts.end_date} {...form.field("end_date")} required min={startDate} max={today} />
          <TimeField label={texts.end_time} {...form.field("end_time")} required day={endDate} />
        </>
      )}
    </div>
  );
}

function Breaks({ form, texts }: { form: FormState<CorrectionDraft>; texts: CorrectionTexts }) {
  const { breaks } = form.values;
  const { error } = form.field("breaks");
  const change = (at: number, part: "start" | "end") => (typed: string) =>
    form.set(
      "breaks",
      breaks.map((pause, index) => (index === at ? { ...pause, [part]: typed } : pause)),
    );
  return (
    <div className="grid gap-3">
      {breaks.map((pause, at) => (
        // Breaks have no name but their number.
        // oxlint-disable-next-line react/no-array-index-key
        <fieldset
          key={at}
          className="grid grid-cols-[1fr_1fr_auto] items-end gap-3"
          aria-label={texts.breakTitle(at + 1)}
        >
          <TextField
            name={`break-${at}-start`}
            label={texts.breakStart(at + 1)}
            inputMode="numeric"
            maxLength={15}
            value={pause.start}
            onChange={change(at, "start")}
            error={undefined}
          />
          <TextField
            name={`break-${at}-end`}
            label={texts.breakEnd(at + 1)}
            inputMode="numeric"
            maxLength={15}
            value={pause.end}
            onChange={change(at, "end")}
            error={undefined}
          />
          <Button aria-label={texts.removeBreak(at + 1)} onClick={() => form.set("breaks", breaks.toSpliced(at, 1))}>
            <Trash2 aria-hidden="true" />
          </Button>
        </fieldset>
      ))}
      {error !== undefined && (
        <p role="alert" className="font-medium text-danger">
          {error}
        </p>
      )}
      <Button
        size="small"
        className="justify-self-start"
        onClick={() => form.set("breaks", [...breaks, { start: "", end: "" }])}
      >
        <Plus aria-hidden="true" />
        {texts.addBreak}
      </Button>
    </div>
  );
}
