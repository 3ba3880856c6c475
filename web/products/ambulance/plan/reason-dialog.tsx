import * as v from "valibot";
import { FormDialog } from "#shared/form/form-dialog.tsx";
import { TextArea } from "#shared/form/text-field.tsx";
import type { FormFailure } from "#shared/form/use-form.ts";
import { planTexts } from "./plan-texts.ts";

const labels = planTexts.admin;

type ReasonDialogProps = {
  title: string;
  text: string;
  submit: string;
  isDanger?: boolean;
  onSubmit: (reason: string) => unknown;
  failed: (error: unknown) => FormFailure;
  onClose: () => void;
};

/** What the admin does with a reason. */
export function ReasonDialog({ title, text, submit, isDanger = false, onSubmit, failed, onClose }: ReasonDialogProps) {
  return (
    <FormDialog
      title={title}
      description={text}
      submit={submit}
      isDanger={isDanger}
      initial={{ reason: "" }}
      schema={v.object({ reason: v.pipe(v.string(), v.trim(), v.maxLength(500)) })}
      required={{ fields: ["reason"], text: labels.reasonMissing }}
      onSubmit={({ reason }) => onSubmit(reason)}
      failed={failed}
      onClose={onClose}
    >
      {({ field }) => <TextArea label={labels.reason} {...field("reason")} required maxLength={500} />}
    </FormDialog>
  );
}
