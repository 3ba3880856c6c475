import type { ReactNode } from "react";
import { CASE_LIMITS } from "#contract/cases.ts";
import { SETTING_LENGTHS, SETTING_RANGES, VAT_PERCENT } from "#contract/site-settings.ts";
import type { SiteSettings } from "#data/site_settings/queries.ts";
import type { FieldBinding } from "#shared/form/field.tsx";
import { TickField } from "#shared/form/tick-field.tsx";
import { Form } from "#shared/form/form.tsx";
import { NumberField, SelectField, TextArea, TextField } from "#shared/form/text-field.tsx";
import type { FormState } from "#shared/form/use-form.ts";
import { Chip } from "#shared/ui/chip.tsx";
import { Section } from "#parking/kernel/page/section.tsx";
import { exampleReminder, REMINDER_FIELDS } from "../letters/rules/reminder-text.ts";
import { SETTINGS_FORM } from "./save-bar.tsx";
import { PaymentMethods } from "./payment-methods.tsx";
import { inWords, type NumberSetting, type TypedSettings } from "./rules/settings-schema.ts";
import { settingsTexts as texts } from "./settings-texts.ts";
import type { SettingsFormState } from "./use-settings-form.ts";

type Fields = Pick<FormState<TypedSettings>, "field">;

const { fields, hints, groups } = texts;
/** Numbers that may be left empty. */
const OPTIONAL: readonly NumberSetting[] = ["max_amount", "max_parking_hours"];

/** Every setting of a site in groups; the bar below the page saves them. */
export function SettingsForm({ settingsForm: { form, read } }: { settingsForm: SettingsFormState }) {
  const ofCompany = read.of_company ? read : undefined;
  return (
    <Form id={SETTINGS_FORM} form={form} label={texts.form}>
      <Section id="issuer" title={groups.issuer}>
        <IssuerFields field={form.field} ofCompany={ofCompany} />
      </Section>
      <Section id="payment" title={groups.payment}>
        <div className="grid gap-5">
          {ofCompany === undefined ? (
            <PaymentMethods {...form.field("payment_methods")} />
          ) : (
            <OfCompany name={fields.payment_methods} value={inWords(ofCompany.payment_methods)} />
          )}
          <SelectField
            label={fields.vat_percent}
            hint={hints.vat_percent}
            options={[{ value: String(VAT_PERCENT), label: texts.withVat(VAT_PERCENT) }]}
            placeholder={texts.noVat}
            {...form.field("vat_percent")}
          />
          <Numbers field={form.field} names={["due_days", "small_balance"]} />
          <TickField label={fields.two_for_refunds} hint={hints.two_for_refunds} {...form.field("two_for_refunds")} />
        </div>
      </Section>
      <Section id="rules" title={groups.rules}>
        <div className="grid gap-5">
          <RuleFields form={form} />
          <TickField label={fields.camera_on} hint={hints.camera_on} {...form.field("camera_on")} />
        </div>
      </Section>
      <Section id="reminder" title={groups.reminder}>
        <div className="grid gap-5">
          <Numbers field={form.field} names={["reminder_fee", "reminder_wait_days"]} />
          <TickField label={fields.fee_is_agreed} hint={hints.fee_is_agreed} {...form.field("fee_is_agreed")} />
          <ReminderText {...form.field("reminder_text")} />
        </div>
      </Section>
      <Section id="keep" title={groups.keep}>
        <p className="mb-4 text-ink-soft">{texts.groupHints.keep}</p>
        <Numbers field={form.field} names={["keep_checks_days", "keep_parkings_days", "keep_cases_months"]} />
      </Section>
    </Form>
  );
}

/** A value that is the company's: shown, and changed by the main admin alone. */
function OfCompany({ name, value }: { name: string; value: string }) {
  return (
    <dl>
      <dt className="font-semibold">{name}</dt>
      <dd className="wrap-anywhere">{value}</dd>
      <dd className="text-sm text-ink-soft">{texts.ofCompany}</dd>
    </dl>
  );
}

function IssuerFields({ field, ofCompany }: Fields & { ofCompany: SiteSettings | undefined }) {
  const text = (name: keyof typeof SETTING_LENGTHS) => ({
    label: fields[name],
    maxLength: SETTING_LENGTHS[name],
    autoComplete: "off",
    ...(name in hints && { hint: hints[name as keyof typeof hints] }),
    ...field(name),
  });
  return (
    <div className="grid gap-5 sm:grid-cols-2 lg:max-[90rem]:grid-cols-1">
      {ofCompany === undefined ? (
        <>
          <TextField {...text("issuer_name")} />
          <TextField {...text("org_number")} />
        </>
      ) : (
        <>
          <OfCompany name={fields.issuer_name} value={inWords(ofCompany.issuer_name)} />
          <OfCompany name={fields.org_number} value={inWords(ofCompany.org_number)} />
        </>
      )}
      <TextField {...text("principal")} />
      <TextField {...text("contact_phone")} type="tel" />
      <TextField {...text("contact_email")} type="email" />
      <TextField {...text("privacy_url")} type="url" />
      <TextField {...text("legal_line")} className="col-span-full" />
    </div>
  );
}

/** The wording of the reminder, and how it reads in a letter. */
function ReminderText(binding: FieldBinding<string>) {
  return (
    <div className="grid gap-2">
      <TextArea
        label={fields.reminder_text}
        hint={texts.reminderHint(REMINDER_FIELDS.map((name) => `{${name}}`).join(", "))}
        maxLength={SETTING_LENGTHS.reminder_text}
        {...binding}
      />
      <div className="rounded-control bg-sunken px-4 py-3">
        <p className="text-sm text-ink-soft">{texts.reminderExample}</p>
        <p className="wrap-anywhere whitespace-pre-line">{exampleReminder(binding.value)}</p>
      </div>
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
