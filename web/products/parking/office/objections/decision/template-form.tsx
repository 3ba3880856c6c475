import { useRef } from "react";
import { DataError } from "#data/data-error.ts";
import { type TypedTemplate, useAddReplyTemplate, useChangeReplyTemplate } from "#data/reply_templates/mutations.ts";
import type { ReplyKind, ReplyTemplate } from "#data/reply_templates/queries.ts";
import { defineAction } from "#session/actions/define-action.ts";
import { DialogForm } from "#shared/form/form-dialog.tsx";
import { NumberField, SelectField, TextArea, TextField } from "#shared/form/text-field.tsx";
import { randomKey } from "#shared/random-key.ts";
import { objectionTexts } from "../objection-texts.ts";
import { REPLY_MAX } from "../rules/decision-schema.ts";
import { TEMPLATE_FIELDS } from "../rules/fill-template.ts";
import { templateSchema, TITLE_MAX } from "../rules/template-schema.ts";

const texts = objectionTexts.templates;
const KINDS = Object.entries(texts.kinds).map(([value, label]) => ({ value: value as ReplyKind, label }));
const FIELD_NAMES = TEMPLATE_FIELDS.map((field) => `{${field}}`).join(" ");

/** The message for a template that was not saved: another person may have changed it since it was read. */
export const templateFailure = (error: unknown) => ({
  text: texts.failed,
  ...(error instanceof DataError && error.code === "gone" ? { description: texts.changedMeanwhile } : {}),
});

const saving = { done: () => texts.done, failed: templateFailure };
const useAdd = defineAction({ mutation: useAddReplyTemplate, ...saving });
const useChange = defineAction({ mutation: useChangeReplyTemplate, ...saving });

type TemplateFormProps = {
  project: string;
  /** The template to change; null for a new one. */
  template: ReplyTemplate | null;
  /** The position of a new template in the list. */
  nextPlace: number;
  onClose: () => void;
};

/** The form of a template; after a failed save its values stay. */
export function TemplateForm({ project, template, nextPlace, onClose }: TemplateFormProps) {
  const id = useRef(randomKey());
  const [add, change] = [useAdd(), useChange()];
  async function handleSubmit(typed: TypedTemplate) {
    if (template === null) await add.submit({ id: id.current, project_id: project, ...typed });
    else await change.submit({ seen: template, change: typed });
  }
  return (
    <DialogForm
      submit={texts.save}
      cancel={texts.toList}
      onClose={onClose}
      initial={{
        title: template?.title ?? "",
        kind: template?.kind ?? "",
        sort_order: String(template?.sort_order ?? nextPlace),
        text: template?.text ?? "",
      }}
      schema={templateSchema}
      required={{ fields: ["title", "kind", "sort_order", "text"], text: texts.missing }}
      onSubmit={handleSubmit}
      failed={template === null ? add.failed : change.failed}
    >
      {({ field }) => (
        <>
          <TextField label={texts.name} required maxLength={TITLE_MAX} autoComplete="off" {...field("title")} />
          <div className="grid gap-4 sm:grid-cols-2">
            <SelectField
              label={texts.kind}
              required
              options={KINDS}
              placeholder={texts.chooseKind}
              {...field("kind")}
            />
            <NumberField label={texts.order} required min={1} max={99} {...field("sort_order")} />
          </div>
          <TextArea
            label={texts.reply}
            hint={texts.replyHint(FIELD_NAMES)}
            required
            rows={8}
            maxLength={REPLY_MAX}
            {...field("text")}
          />
        </>
      )}
    </DialogForm>
  );
}
