import * as v from "valibot";
import { useSaveAtSites } from "#data/site_settings/mutations.ts";
import { defineAction } from "#session/actions/define-action.ts";
import { FormDialog } from "#shared/form/form-dialog.tsx";
import { SelectField, TextField } from "#shared/form/text-field.tsx";
import { TickField } from "#shared/form/tick-field.tsx";
import { type FormState, SubmitError } from "#shared/form/use-form.ts";
import { numberOf } from "./rules/settings-schema.ts";
import { type Compared, COMPARED, type SettledSite } from "./rules/side-by-side.ts";
import { settingsTexts } from "./settings-texts.ts";
import { sitesTexts as texts } from "./sites-texts.ts";

const useSave = defineAction({
  mutation: useSaveAtSites,
  done: ({ saved, changed }) => ({
    text: texts.saved(saved.length),
    ...(changed.length > 0 && { description: texts.changed(changed.join(", ")) }),
  }),
  failed: () => ({ text: texts.failed, at: "both" }),
});

type Typed = { setting: Compared; value: string; isOn: boolean; sites: string[] };
const schema = v.object({
  setting: v.picklist(COMPARED),
  value: v.string(),
  isOn: v.boolean(),
  sites: v.pipe(v.array(v.string()), v.minLength(1, texts.noSite)),
});

type Props = { sites: readonly SettledSite[]; onClose: () => void };

/**
 * A dialog that saves one setting with one value at several sites. A site whose settings changed meanwhile is named, and its settings stay
 * as they are.
 */
export function ChangeAtSites({ sites, onClose }: Props) {
  const save = useSave();
  return (
    <FormDialog<Typed, Typed>
      title={texts.change}
      description={texts.changeText}
      submit={texts.save}
      onClose={onClose}
      initial={{ setting: "due_days", value: "", isOn: true, sites: sites.map(({ path }) => path) }}
      schema={schema}
      onSubmit={({ setting, value, isOn, sites: chosen }) =>
        save.submit({
          changes: changesOf(setting, value, isOn),
          sites: sites
            .filter(({ path }) => chosen.includes(path))
            .map(({ path, settings }) => ({ project: path, readAt: settings.updated_at })),
        })
      }
      failed={save.failed}
    >
      {(form) => <Fields form={form} sites={sites} />}
    </FormDialog>
  );
}

/** The change to save. @throws SubmitError for a number that the setting does not take. */
function changesOf(setting: Compared, value: string, isOn: boolean) {
  if (setting === "two_for_refunds") return { two_for_refunds: isOn };
  const number = v.safeParse(numberOf(setting), value);
  if (!number.success) throw new SubmitError("", { value: number.issues[0].message });
  // A fee above zero is saved together with the mark that it is agreed, since a site may have no fee without the mark.
  return { [setting]: number.output, ...(setting === "reminder_fee" && number.output > 0 && { fee_is_agreed: true }) };
}

function Fields({ form, sites }: { form: FormState<Typed>; sites: readonly SettledSite[] }) {
  const { setting, sites: chosen } = form.values;
  const picked = form.field("sites");
  return (
    <>
      <SelectField
        label={texts.setting}
        options={COMPARED.map((name) => ({ value: name, label: settingsTexts.fields[name] }))}
        {...form.field("setting")}
      />
      {setting === "two_for_refunds" ? (
        <TickField label={settingsTexts.fields.two_for_refunds} {...form.field("isOn")} />
      ) : (
        <TextField
          label={texts.value}
          hint={setting === "reminder_fee" ? settingsTexts.hints.fee_is_agreed : undefined}
          required
          inputMode="numeric"
          autoComplete="off"
          {...form.field("value")}
        />
      )}
      <fieldset className="min-w-0">
        <legend className="font-semibold">{texts.where}</legend>
        {sites.map(({ path, name }) => (
          <TickField
            key={path}
            label={name}
            error={undefined}
            value={chosen.includes(path)}
            onChange={(isOn) => picked.onChange(isOn ? [...chosen, path] : chosen.filter((code) => code !== path))}
          />
        ))}
        {picked.error !== undefined && <p className="font-medium text-danger">{picked.error}</p>}
      </fieldset>
    </>
  );
}
