import { DISCORD_NAME_MAX } from "#contract/limits.ts";
import { DateField } from "#shared/form/date-field.tsx";
import { TextField } from "#shared/form/text-field.tsx";
import { TimeField } from "#shared/form/time-field.tsx";
import type { FormState } from "#shared/form/use-form.ts";
import { fineTexts } from "../fine-texts.ts";
import { type ReportDraft, VEHICLE_MAX } from "../rules/fine-draft.ts";

const { fields, optional } = fineTexts;

/** The fields that a fine takes from its parking and a report asks for (document 1 §3, decisions §5). */
export function ReportFields({ form }: { form: FormState<ReportDraft> }) {
  const { field } = form;
  return (
    <>
      <TextField
        label={fields.regNumber}
        {...field("regNumber")}
        note={optional}
        maxLength={VEHICLE_MAX.regNumber}
        autoCapitalize="characters"
        autoComplete="off"
        spellCheck={false}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField label={fields.carModel} {...field("carModel")} note={optional} maxLength={VEHICLE_MAX.carModel} />
        <TextField label={fields.carColor} {...field("carColor")} note={optional} maxLength={VEHICLE_MAX.carColor} />
      </div>
      <TextField label={fields.street} {...field("street")} note={optional} maxLength={VEHICLE_MAX.street} />
      <TextField
        label={fields.discordUsername}
        {...field("discordUsername")}
        note={optional}
        maxLength={DISCORD_NAME_MAX}
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
      />
      <div className="grid gap-5 sm:grid-cols-2 lg:grid-cols-1">
        <DateField label={fields.currentDate} {...field("currentDate")} required />
        <TimeField label={fields.currentTime} {...field("currentTime")} required />
      </div>
    </>
  );
}
