import type { ReactNode } from "react";
import { CASE_LIMITS } from "#contract/cases.ts";
import { SETTING_LENGTHS, SETTING_RANGES, VAT_PERCENT } from "#contract/site-settings.ts";
import { Form, SubmitButton } from "#shared/form/form.tsx";
import { NumberField, SelectField, TextField } from "#shared/form/text-field.tsx";
import type { FormState } from "#shared/form/use-form.ts";
import { Button } from "#shared/ui/button.tsx";
import { Chip } from "#shared/ui/chip.tsx";
import { Section } from "#parking/kernel/page/section.tsx";
import { EditConflict } from "./edit-conflict.tsx";
import { PaymentMethods } from "./payment-methods.tsx";
import { differencesOf, type NumberSetting, type TypedSettings } from "./rules/settings-schema.ts";
import { settingsTexts as texts } from "./settings-texts.ts";
import { TickField } from "./tick-field.tsx";
import type { SettingsFormState } from "./use-settings-form.ts";

type Fields = Pick<FormState<TypedSettings>, "field">;

const { fields, hints, groups } = texts;
/** Numbers that may be left empty. */
const OPTIONAL: readonly NumberSetting[] = ["max_amount", "max_parking_hours"];

/** Every setting of a site in groups, and the buttons that save them. */
export function SettingsForm({ settingsForm }: { settingsForm: SettingsFormState }) {
  const { form, theirs } = settingsForm;
  return (
    <Form
      form={form}
      label={texts.form}
      actions={
        theirs === undefined ? (
          <>
            <SubmitButton form={form} disabled={!settingsForm.isChanged}>
              {texts.save}
            </SubmitButton>
            {settingsForm.isChanged && <Button onClick={settingsForm.handleRevert}>{texts.revert}</Button>}
          </>
        ) : (
          <EditConflict
            differences={differencesOf(settingsForm.read, theirs)}
            onKeepMine={settingsForm.handleKeepMine}
            onTakeTheirs={settingsForm.handleTakeTheirs}
          />
        )
      }
    >
      <Section title={groups.issuer}>
        <IssuerFields field={form.field} />
      </Section>
      <Section title={groups.payment}>
        <div className="grid gap-5">
          <PaymentMethods {...form.field("payment_methods")} />
          <SelectField
            label={fields.vat_percent}
            hint={hints.vat_percent}
            options={[{ value: String(VAT_PERCENT), label: texts.withVat(VAT_PERCENT) }]}
            placeholder={texts.noVat}
            {...form.field("vat_percent")}
          />
          <Numbers field={form.field} names={["due_days", "small_balance"]} />
        </div>
      </Section>
      <Section title={groups.rules}>
        <div className="grid gap-5">
          <RuleFields form={form} />
          <TickField label={fields.camera_on} hint={hints.camera_on} {...form.field("camera_on")} />
        </div>
      </Section>
      <Section title={groups.reminder}>
        <div className="grid gap-5">
          <Numbers field={form.field} names={["reminder_fee", "reminder_wait_days"]} />
          <TickField label={fields.fee_is_agreed} hint={hints.fee_is_agreed} {...form.field("fee_is_agreed")} />
        </div>
      </Section>
      <Section title={groups.keep}>
        <p className="mb-4 text-ink-soft">{texts.groupHints.keep}</p>
        <Numbers field={form.field} names={["keep_checks_days", "keep_parkings_days", "keep_cases_months"]} />
      </Section>
    </Form>
  );
}

function IssuerFields({ field }: Fields) {
  const text = (name: keyof typeof SETTING_LENGTHS) => ({
    label: fields[name],
    maxLength: SETTING_LENGTHS[name],
    autoComplete: "off",
    ...(name in hints && { hint: hints[name as keyof typeof hints] }),
    ...field(name),
  });
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <TextField {...text("issuer_name")} />
      <TextField {...text("org_number")} />
      <TextField {...text("principal")} />
      <TextField {...text("contact_phone")} type="tel" />
      <TextField {...text("contact_email")} type="email" />
      <TextField {...text("privacy_url")} type="url" />
      <TextField {...text("legal_line")} className="col-span-full" />
    </div>
  );
}

function RuleFields({ form }: { form: FormState<TypedSettings> }) {
  return (
    <Numbers
      field={form.field}
      names={["grace_minutes", "observation_minutes", "min_photos", "max_amount", "max_parking_hours"]}
      beside={{
        max_amount: (
          <Chip onClick={() => form.set("max_amount", String(CASE_LIMITS.legalMaximum))}>{texts.offerLegal}</Chip>
        ),
      }}
    />
  );
}

type NumbersProps = Fields & {
  names: readonly NumberSetting[];
  /** Content below a field. */
  beside?: Partial<Record<NumberSetting, ReactNode>>;
};

/** Settings that are whole numbers; the label gives the unit. */
function Numbers({ field, names, beside = {} }: NumbersProps) {
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      {names.map((name) => (
        <div key={name} className="grid content-start gap-2">
          <NumberField
            label={fields[name]}
            hint={name in hints ? hints[name as keyof typeof hints] : undefined}
            optional={OPTIONAL.includes(name)}
            inputMode="numeric"
            min={SETTING_RANGES[name][0]}
            max={SETTING_RANGES[name][1]}
            {...field(name)}
          />
          {beside[name] !== undefined && <div>{beside[name]}</div>}
        </div>
      ))}
    </div>
  );
}
