import type { Delivery } from "#contract/cases.ts";
import type { SiteSettings } from "#data/site_settings/queries.ts";
import type { StoredFine } from "#data/fines/mutations.ts";
import { formatMoney } from "#shared/format/money.ts";
import { paymentLine } from "../../case/payment-line.ts";
import { span } from "../../case/in-words.ts";
import { documentTexts } from "../notice-texts.ts";

const { lines } = documentTexts;

/** The stored case, as far as a notice shows it. */
export type NoticeCase = Pick<
  StoredFine,
  "public_key" | "observed_from" | "issued_at" | "violation_code" | "delivery" | "agreed_fee" | "vat_percent"
>;
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
    [lines.vat, isCase ? vatLine(vatOf(settings, stored)) : ""],
    ...((isCase && settings?.payment_methods) || []).map((method) => {
      const kind = lines.methods[method.kind];
      return [kind, paymentLine(method, kind)] as const;
    }),
    [lines.object, stored === undefined ? "" : lines.objectAt(`${window.location.host}/case`)],
    [lines.unpaid, stored === undefined ? "" : unpaidLine(feeOf(settings, stored))],
    [lines.delivery, deliveryLine(stored?.delivery ?? null)],
    [lines.privacy, joined(issuer && lines.responsible(issuer), settings?.privacy_url)],
  ];
  return all.filter(([, value]) => value !== "");
}

const vatLine = (percent: number | null): string => (percent === null ? "" : lines.vatIncluded(percent));

/** The VAT of a stored case is that of its issue, whatever the site has today; a draft has the site's. */
const vatOf = (settings: Facts["settings"], stored: Facts["stored"]): number | null =>
  stored?.vat_percent === undefined ? (settings?.vat_percent ?? null) : stored.vat_percent;

/** The agreed fee of a reminder, in kronor: of a stored case that of its issue, of a draft the site's. */
const feeOf = (settings: Facts["settings"], stored: Facts["stored"]): number =>
  stored?.agreed_fee ?? (settings?.fee_is_agreed === true ? settings.reminder_fee : 0);

/** A fee is owed only if the notice names it (lag 1981:739 §2, document 4 §7). */
const unpaidLine = (fee: number): string => (fee > 0 ? lines.unpaidWithFee(formatMoney(fee)) : lines.unpaidMore);

const deliveryLine = (delivery: Delivery | null): string => (delivery === null ? "" : lines.deliveries[delivery]);

const joined = (...parts: (string | undefined | null)[]): string =>
  parts.filter((part) => part !== undefined && part !== null && part.trim() !== "").join(" · ");
