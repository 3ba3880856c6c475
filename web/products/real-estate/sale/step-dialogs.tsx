import { useState } from "react";
import * as v from "valibot";
import { BID_MAX } from "#contract/limits.ts";
import { DateField } from "#shared/form/date-field.tsx";
import { FormDialog } from "#shared/form/form-dialog.tsx";
import { TextArea } from "#shared/form/text-field.tsx";
import { SubmitError } from "#shared/form/use-form.ts";
import { toDateValue } from "#shared/format/dates.ts";
import { saleTexts as texts } from "./sale-texts.ts";

type StepProps = {
  title: string;
  description: string;
  submit: string;
  onClose: () => void;
};

/** Keeps the dialog with what was typed when nothing was recorded; the action says why. */
function expectDone(isDone: boolean): void {
  if (!isDone) throw new SubmitError("");
}

type ReasonProps = StepProps & { onSubmit: (reason: string) => Promise<boolean> };

/** Asks for the reason of a step that goes back. */
export function ReasonDialog({ title, description, submit, onSubmit, onClose }: ReasonProps) {
  return (
    <FormDialog
      {...{ title, description, submit, onClose }}
      initial={{ reason: "" }}
      schema={v.object({
        reason: v.pipe(v.string(), v.trim(), v.nonEmpty(texts.reasonMissing), v.maxLength(BID_MAX.reason)),
      })}
      onSubmit={async ({ reason }) => expectDone(await onSubmit(reason))}
      failed={() => undefined}
    >
      {(form) => <TextArea label={texts.reason} required maxLength={BID_MAX.reason} {...form.field("reason")} />}
    </FormDialog>
  );
}

type DayProps = StepProps & { onSubmit: (day: string) => Promise<boolean> };

/** Asks for the day of a step; today unless said. */
export function DayDialog({ title, description, submit, onSubmit, onClose }: DayProps) {
  const [today] = useState(() => toDateValue(new Date()));
  return (
    <FormDialog
      {...{ title, description, submit, onClose }}
      initial={{ day: today }}
      schema={v.object({ day: v.pipe(v.string(), v.nonEmpty(texts.contract.dayMissing)) })}
      onSubmit={async ({ day }) => expectDone(await onSubmit(day))}
      failed={() => undefined}
    >
      {(form) => <DateField label={texts.contract.day} max={today} {...form.field("day")} />}
    </FormDialog>
  );
}
