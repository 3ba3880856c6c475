import * as v from "valibot";
import { isMailAddress } from "#contract/mail-address.ts";
import {
  PAYMENT_KINDS,
  PAYMENT_METHODS_MAX,
  SETTING_LENGTHS,
  SETTING_RANGES,
  VAT_PERCENT,
} from "#contract/site-settings.ts";
import type { SettingsDraft } from "#data/site_settings/mutations.ts";
import type { SiteSettings } from "#data/site_settings/queries.ts";
import type { Violation } from "#data/violations/queries.ts";
import { formatCount, formatMoney } from "#shared/format/money.ts";
import { reminderTexts } from "../../letters/reminder-texts.ts";
import { unknownReminderFields } from "../../letters/rules/reminder-text.ts";
import { payeeTexts } from "../payee-texts.ts";
import { settingsTexts } from "../settings-texts.ts";

const { problems } = settingsTexts;

export type NumberSetting = keyof typeof SETTING_RANGES;
type TextSetting = keyof typeof SETTING_LENGTHS;
type Method = { kind: (typeof PAYMENT_KINDS)[number]; value: string; text: string };

/** The values of the settings form: numbers as typed, empty when there is none. */
export type TypedSettings = Record<NumberSetting | TextSetting | "vat_percent", string> & {
  payment_methods: readonly Method[];
  fee_is_agreed: boolean;
  camera_on: boolean;
  two_for_refunds: boolean;
};

/** The columns of the form, in its order. */
export const SETTING_NAMES = [
  ...(Object.keys(SETTING_LENGTHS) as TextSetting[]),
  "payment_methods",
  "vat_percent",
  ...(Object.keys(SETTING_RANGES) as NumberSetting[]),
  "fee_is_agreed",
  "camera_on",
  "two_for_refunds",
] as const satisfies readonly (keyof SettingsDraft)[];

/** The form values of stored settings. */
export function typedSettings(settings: SiteSettings): TypedSettings {
  const typed = Object.fromEntries(
    [...Object.keys(SETTING_LENGTHS), ...Object.keys(SETTING_RANGES), "vat_percent"].map((name) => [
      name,
      String(settings[name as NumberSetting | TextSetting | "vat_percent"] ?? ""),
    ]),
  ) as Record<NumberSetting | TextSetting | "vat_percent", string>;
  const methods = settings.payment_methods.map(({ kind, value, text = "" }) => ({ kind, value, text }));
  const reminder_text = settings.reminder_text || reminderTexts.own;
  return {
    ...typed,
    reminder_text,
    payment_methods: methods,
    fee_is_agreed: settings.fee_is_agreed,
    camera_on: settings.camera_on,
    two_for_refunds: settings.two_for_refunds,
  };
}

/** A typed whole number between two others. */
export function wholeNumber(least: number, most: number) {
  const text = problems.range(formatCount(least), formatCount(most));
  return v.pipe(
    v.string(),
    v.trim(),
    v.regex(/^\d{1,6}$/, text),
    v.transform(Number),
    v.minValue(least, text),
    v.maxValue(most, text),
  );
}

/** The whole number of a setting, within its limits. */
export function numberOf(name: NumberSetting) {
  const [least, most] = SETTING_RANGES[name];
  return wholeNumber(least, most);
}
/** An empty text becomes null. */
export const orNone = <Schema extends v.GenericSchema<string, number>>(schema: Schema) =>
  v.union([
    v.pipe(
      v.string(),
      v.trim(),
      v.literal(""),
      v.transform(() => null),
    ),
    schema,
  ]);
/** A line of text with a greatest length. */
export const line = (most: number) => v.pipe(v.string(), v.trim(), v.maxLength(most, problems.tooLong(most)));
const text = (name: TextSetting) => line(SETTING_LENGTHS[name]);

const method = v.object({
  kind: v.picklist(PAYMENT_KINDS),
  value: v.pipe(line(PAYMENT_METHODS_MAX.value), v.nonEmpty(problems.noMethod)),
  text: line(PAYMENT_METHODS_MAX.text),
});

const fields = v.object({
  issuer_name: text("issuer_name"),
  org_number: text("org_number"),
  principal: text("principal"),
  legal_line: text("legal_line"),
  contact_email: v.pipe(
    text("contact_email"),
    v.check((typed) => typed === "" || isMailAddress(typed), problems.email),
  ),
  contact_phone: text("contact_phone"),
  privacy_url: v.pipe(text("privacy_url"), v.regex(/^(https?:\/\/\S+)?$/i, problems.address)),
  reminder_text: v.pipe(
    text("reminder_text"),
    v.check(
      (typed) => unknownReminderFields(typed).length === 0,
      ({ input }) => problems.unknownFields(unknownReminderFields(input).join(", ")),
    ),
    // A site that kept our own sentence stores an empty text, so that it gets a later version of our sentence.
    v.transform((typed) => (typed === reminderTexts.own ? "" : typed)),
  ),
  payment_methods: v.pipe(v.array(method), v.maxLength(PAYMENT_METHODS_MAX.methods)),
  vat_percent: v.pipe(
    v.picklist(["", String(VAT_PERCENT)]),
    v.transform((percent) => (percent === "" ? null : Number(percent))),
  ),
  due_days: numberOf("due_days"),
  grace_minutes: numberOf("grace_minutes"),
  observation_minutes: numberOf("observation_minutes"),
  min_photos: numberOf("min_photos"),
  max_amount: orNone(numberOf("max_amount")),
  small_balance: numberOf("small_balance"),
  reminder_fee: numberOf("reminder_fee"),
  fee_is_agreed: v.boolean(),
  camera_on: v.boolean(),
  two_for_refunds: v.boolean(),
  reminder_wait_days: numberOf("reminder_wait_days"),
  max_parking_hours: orNone(numberOf("max_parking_hours")),
  keep_checks_days: numberOf("keep_checks_days"),
  keep_parkings_days: numberOf("keep_parkings_days"),
  keep_cases_months: numberOf("keep_cases_months"),
});

/** The rules of settings, together with the site's current violations (document 4 §3). */
export function settingsSchema(violations: readonly Violation[]) {
  const dearest = violations
    .filter(({ is_active }) => is_active)
    .toSorted((one, other) => other.amount - one.amount)[0];
  const tooDear = dearest === undefined ? "" : problems.belowViolation(dearest.text, formatMoney(dearest.amount));
  return v.pipe(
    fields,
    v.forward(
      v.partialCheck(
        [["reminder_fee"], ["fee_is_agreed"]],
        ({ reminder_fee, fee_is_agreed }) => reminder_fee === 0 || fee_is_agreed,
        problems.notAgreed,
      ),
      ["reminder_fee"],
    ),
    v.forward(
      v.partialCheck(
        [["max_amount"]],
        ({ max_amount }) => max_amount === null || dearest === undefined || dearest.amount <= max_amount,
        tooDear,
      ),
      ["max_amount"],
    ),
  );
}

/** The columns of a draft that differ from the stored version. */
export function changesOf(read: SiteSettings, draft: SettingsDraft): Partial<SettingsDraft> {
  return Object.fromEntries(
    SETTING_NAMES.filter((name) => !isSame(read[name], draft[name])).map((name) => [name, draft[name]]),
  );
}

/** The differences between the version that was read and a later one: the column, and both values in words. */
export function differencesOf(read: SiteSettings, now: SiteSettings): { label: string; was: string; now: string }[] {
  return SETTING_NAMES.filter((name) => !isSame(read[name], now[name])).map((name) => ({
    label: settingsTexts.fields[name],
    was: inWords(read[name]),
    now: inWords(now[name]),
  }));
}

type Value = SettingsDraft[keyof SettingsDraft];
const { conflict } = settingsTexts;

/** A value in words. */
export function inWords(value: Value): string {
  if (typeof value === "boolean") return value ? conflict.yes : conflict.no;
  if (Array.isArray(value))
    return value.map((each) => `${payeeTexts.kinds[each.kind]} ${each.value}`).join(", ") || conflict.empty;
  return String(value ?? "") || conflict.empty;
}

/** Ways to pay are equal in any order of their parts in the database, and without a text as with an empty one. */
const isSame = (one: Value, other: Value): boolean => JSON.stringify(plain(one)) === JSON.stringify(plain(other));
const plain = (value: Value) =>
  Array.isArray(value) ? value.map((each) => [each.kind, each.value, each.text ?? ""]) : value;
