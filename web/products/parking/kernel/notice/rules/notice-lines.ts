import type { Delivery } from "#contract/cases.ts";
import type { SiteSettings } from "#data/site_settings/queries.ts";
import type { StoredFine } from "#data/fines/mutations.ts";
import { formatMoney } from "#shared/format/money.ts";
import { paymentLine } from "../../case/payment-line.ts";
import { span } from "../../case/in-words.ts";
import { documentTexts } from "../notice-texts.ts";

const { lines } = documentTexts;

/** The stored case, as far as a notice shows it. */
export type NoticeCase = Pick<StoredFine, "public_key" | "observed_from" | "issued_at" | "violation_code" | "delivery">;
type Facts = {
  settings: SiteSettings | null | undefined;
  stored: NoticeCase | undefined;
  /** Whether it is a fine, with something to pay. */
  isCase: boolean;
};

/**
 * The lines of a notice besides violation and amount, as far as the site has filled them in (document 4 §7): labels and values, in order.
 */
export function noticeLines({ settings, stored, isCase }: Facts): (readonly [label: string, value: string])[] {
  const observed = stored === undefined ? "" : span(stored.observed_from, stored.issued_at, "sv");
  const issuer = joined(settings?.issuer_name, settings?.org_number);
  const all: (readonly [string, string])[] = [
    [lines.observed, observed],
    [lines.violationCode, stored?.violation_code ?? ""],
    [lines.issuer, joined(issuer, settings?.contact_phone, settings?.contact_email)],
    [lines.principal, settings?.principal ?? ""],
    [lines.vat, isCase ? vatLine(settings?.vat_percent ?? null) : ""],
    ...((isCase && settings?.payment_methods) || []).map((method) => {
      const kind = lines.methods[method.kind];
      return [kind, paymentLine(method, kind)] as const;
    }),
    [lines.object, stored === undefined ? "" : lines.objectAt(`${window.location.host}/case`)],
    [lines.unpaid, stored === undefined ? "" : unpaidLine(settings)],
    [lines.delivery, deliveryLine(stored?.delivery ?? null)],
    [lines.privacy, joined(issuer && lines.responsible(issuer), settings?.privacy_url)],
  ];
  return all.filter(([, value]) => value !== "");
}

const vatLine = (percent: number | null): string => (percent === null ? "" : lines.vatIncluded(percent));

/** A fee is owed only if the notice names it (lag 1981:739 §2, document 4 §7). */
const unpaidLine = (settings: SiteSettings | null | undefined): string =>
  settings?.fee_is_agreed === true && settings.reminder_fee > 0
    ? lines.unpaidWithFee(formatMoney(settings.reminder_fee))
    : lines.unpaidMore;

const deliveryLine = (delivery: Delivery | null): string => (delivery === null ? "" : lines.deliveries[delivery]);

const joined = (...parts: (string | undefined | null)[]): string =>
  parts.filter((part) => part !== undefined && part !== null && part.trim() !== "").join(" · ");
