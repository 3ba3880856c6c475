import type { SiteSettings } from "#data/site_settings/queries.ts";
import type { Violation } from "#data/violations/queries.ts";
import { addDays, toDateValue } from "#shared/format/dates.ts";
import { type FineDocumentData, ticketDocument } from "#parking/kernel/notice/rules/fine-document.ts";
import { settingsTexts } from "./settings-texts.ts";
import { type NumberSetting, numberOf, type TypedSettings } from "./rules/settings-schema.ts";
import type { TypedViolation } from "./rules/violation-schema.ts";
import { safeParse } from "valibot";

const texts = settingsTexts.preview;
/** A number that no case has: its check digit is wrong. */
const CASE_NUMBER = "12345678";
const HOUR_MS = 3_600_000;

/** The settings of a notice if the typed values were saved; an invalid number keeps its stored value. */
export function shownSettings(read: SiteSettings, typed: TypedSettings): SiteSettings {
  const number = (name: NumberSetting) => {
    const parsed = safeParse(numberOf(name), typed[name]);
    return parsed.success ? parsed.output : (read[name] ?? 0);
  };
  return {
    ...read,
    issuer_name: typed.issuer_name,
    org_number: typed.org_number,
    principal: typed.principal,
    legal_line: typed.legal_line,
    contact_email: typed.contact_email,
    contact_phone: typed.contact_phone,
    privacy_url: typed.privacy_url,
    payment_methods: typed.payment_methods.map((method) => ({ ...method })),
    vat_percent: typed.vat_percent === "" ? null : Number(typed.vat_percent),
    due_days: number("due_days"),
    reminder_fee: number("reminder_fee"),
    fee_is_agreed: typed.fee_is_agreed,
    camera_on: typed.camera_on,
    two_for_refunds: typed.two_for_refunds,
  };
}

/** The violation of the example: the one under edit, or else the first that attendants can choose. */
export function shownViolation(
  violations: readonly Violation[],
  edited: TypedViolation | undefined,
): Pick<TypedViolation, "code" | "text" | "amount"> {
  const first = violations.find(({ is_active }) => is_active);
  if (edited !== undefined) return edited;
  return first === undefined
    ? { code: "", text: settingsTexts.violations.other, amount: "700" }
    : { ...first, amount: String(first.amount) };
}

/** A notice of an invented case, with a site's settings and one of its violations. */
export function exampleNotice(facts: {
  settings: SiteSettings;
  violation: Pick<TypedViolation, "code" | "text" | "amount">;
  siteName: string | undefined;
  now: Date;
}): FineDocumentData {
  const { settings, violation, siteName, now } = facts;
  const ago = (hours: number) => new Date(now.getTime() - hours * HOUR_MS).toISOString();
  const draft = {
    id: "",
    caseNumber: CASE_NUMBER,
    issuedBy: texts.issuedBy,
    amount: violation.amount,
    violation: "example",
    customViolation: "",
    notes: "",
    dueDate: addDays(toDateValue(now), settings.due_days),
    observedTime: "",
    observedReason: "",
    observedFrom: "",
  };
  const parking = {
    ref_number: texts.plate,
    car_model: texts.carModel,
    car_color: texts.carColor,
    street: texts.street,
    discord_username: null,
    start_time: ago(4),
    end_time: ago(1),
  };
  const stored = {
    public_key: texts.publicKey,
    observed_from: new Date(now.getTime() - HOUR_MS / 6).toISOString(),
    issued_at: now.toISOString(),
    violation_code: violation.code,
    delivery: "fixed",
  } as const;
  const choices = [{ value: "example", id: null, text: violation.text, amount: 0 }];
  return ticketDocument(draft, parking, { siteName, choices, settings, stored, isDraft: false, issuedAt: now });
}
