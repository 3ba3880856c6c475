import type { Delivery } from "#contract/cases.ts";
import type { PaymentMethod, SiteSettings } from "#data/site_settings/queries.ts";
import type { StoredFine } from "#data/fines/mutations.ts";
import { formatDateTime } from "#shared/format/dates.ts";
import { documentTexts } from "../fine-texts.ts";

const { lines } = documentTexts;

type Facts = { settings: SiteSettings | null | undefined; stored: StoredFine | undefined };

/** What a notice says beside the violation and the amount, as far as the site has said it (document 4 §7): what and its value, in order. */
export function noticeLines({ settings, stored }: Facts): (readonly [label: string, value: string])[] {
  const observed =
    stored === undefined
      ? ""
      : documentTexts.span(formatDateTime(stored.observed_from), formatDateTime(stored.issued_at));
  const issuer = joined(settings?.issuer_name, settings?.org_number);
  const all: (readonly [string, string])[] = [
    [lines.observed, observed],
    [lines.violationCode, stored?.violation_code ?? ""],
    [lines.issuer, joined(issuer, settings?.contact_phone, settings?.contact_email)],
    [lines.principal, settings?.principal ?? ""],
    [lines.vat, vatLine(settings?.vat_percent ?? null)],
    ...(settings?.payment_methods ?? []).map((method) => [lines.methods[method.kind], paymentLine(method)] as const),
    [lines.object, stored === undefined ? "" : lines.objectAt(`${window.location.host}/case`)],
    [lines.unpaid, stored === undefined ? "" : lines.unpaidMore],
    [lines.delivery, deliveryLine(stored?.delivery ?? null)],
    [lines.privacy, joined(issuer && lines.responsible(issuer), settings?.privacy_url)],
  ];
  return all.filter(([, value]) => value !== "");
}

const vatLine = (percent: number | null): string => (percent === null ? "" : lines.vatIncluded(percent));

const deliveryLine = (delivery: Delivery | null): string => (delivery === null ? "" : lines.deliveries[delivery]);

/** As the site writes it, or the bare number. */
const paymentLine = ({ value, text }: PaymentMethod): string => text?.trim() || value;

const joined = (...parts: (string | undefined | null)[]): string =>
  parts.filter((part) => part !== undefined && part !== null && part.trim() !== "").join(" · ");
