import * as v from "valibot";
import { SelectField, TextField } from "#shared/form/text-field.tsx";
import type { FormState } from "#shared/form/use-form.ts";
import type { typedCall } from "../rules/call-changes.ts";
import { callTexts } from "./call-texts.ts";

const { fields: texts, newCall, priorities } = callTexts;

/** The longest place, nature and caller, as the database checks too. */
const LIMIT = 200;
const line = v.pipe(v.string(), v.trim(), v.maxLength(LIMIT));

/** What is typed of a call, new or changed. */
export const callSchema = v.object({
  place: v.pipe(line, v.nonEmpty(newCall.placeMissing)),
  nature: line,
  caller: line,
  priority: v.pipe(v.string(), v.transform(Number)),
});

const PRIORITIES = Object.entries(priorities).map(([value, label]) => ({ value, label }));

/** The fields of a call, new or changed. */
export function CallInputs({ form }: { form: FormState<ReturnType<typeof typedCall>> }) {
  return (
    <>
      <TextField label={texts.place} required maxLength={LIMIT} autoComplete="off" {...form.field("place")} />
      <TextField label={texts.nature} optional maxLength={LIMIT} autoComplete="off" {...form.field("nature")} />
      <SelectField label={texts.priority} options={PRIORITIES} {...form.field("priority")} />
      <TextField label={texts.caller} optional maxLength={LIMIT} autoComplete="off" {...form.field("caller")} />
    </>
  );
}
