import { readablePlate } from "#contract/plate.ts";
import type { CasePaper } from "#data/fines/letters.ts";
import type { SiteSettings } from "#data/site_settings/queries.ts";
import { formatDateTime, formatLongDate } from "#shared/format/dates.ts";
import { formatMoney, formatOre } from "#shared/format/money.ts";
import { paymentLine } from "#parking/kernel/case/payment-line.ts";
import { span } from "#parking/kernel/case/in-words.ts";
import { letterTexts } from "../letter-texts.ts";
import { reminderIntro } from "./reminder-text.ts";

const texts = letterTexts.letter;

/** A label and its value. */
export type Line = readonly [label: string, value: string];

/** A reminder, ready to be drawn. */
export type Letter = {
  caseNumber: string;
  /** The address where the case's driver reads it. */
  caseAddress: string | undefined;
  /** The sender, with the name first. */
  sender: string[];
  /** The lines in the envelope's window. */
  recipient: string[];
  date: string;
  legalLine: string;
  /** The site's wording of the reminder. */
  intro: string;
  facts: Line[];
  sums: Line[];
  left: string;
  due: string;
  pay: Line[];
  closing: string[];
};

type Sending = {
  settings: SiteSettings | null;
  /** The day of the reminder and the new due date: moments or `yyyy-MM-dd`. */
  date: string;
  due: string;
  /** The address of the installation for drivers: `https://…`; undefined when they cannot reach it. */
  origin: string | undefined;
};

/** The number of lines that fit an envelope's window. */
const WINDOW_LINES = 7;

const present = (parts: readonly (string | null | undefined)[]): string[] =>
  parts.map((part) => part?.trim() ?? "").filter((part) => part !== "");
const known = (lines: readonly Line[]): Line[] => lines.filter(([, value]) => value !== "");

/**
 * The letter of a case: all lines of the notice, and the paid sum, the rest, and the due date (document 4 §7); and the source of the name and
 * address, which somebody who did not give them is to be told (GDPR 14.2 f).
 */
export function letterOf(fine: CasePaper, { settings, date, due, origin }: Sending): Letter {
  const issuer = present([settings?.issuer_name, settings?.org_number]).join(", ");
  const host = origin?.replace(/^https?:\/\//, "");
  return {
    caseNumber: fine.case_number,
    caseAddress: origin && `${origin}/case/${fine.public_key}`,
    sender: present([
      settings?.issuer_name,
      fine.sender_address,
      settings?.org_number,
      settings?.contact_phone,
      settings?.contact_email,
    ]),
    recipient: recipientLines(fine),
    date: texts.sent(formatLongDate(date)),
    legalLine: settings?.legal_line ?? "",
    intro: reminderIntro(settings?.reminder_text ?? "", {
      ärendenummer: fine.case_number,
      registreringsnummer: readablePlate(fine.plate),
      kvar: formatOre(fine.left_ore),
      förfallodag: formatLongDate(due),
    }),
    facts: factsOf(fine, settings),
    sums: sumsOf(fine),
    left: formatOre(fine.left_ore),
    due: formatLongDate(due),
    pay: payOf(fine, settings),
    closing: present([
      texts.unpaid(formatLongDate(due)),
      texts.object(host && `${host}/case`),
      texts.liable(formatLongDate(fine.issued_at)),
      issuer && texts.privacy(present([issuer, settings?.privacy_url]).join(", ")),
      fine.recipient && fine.recipient.source.trim() && texts.source(fine.recipient.source.trim()),
    ]),
  };
}

function recipientLines({ recipient }: CasePaper): string[] {
  if (recipient === null) return [texts.nobody];
  const lines = present([recipient.name, ...recipient.address.split("\n")]);
  // The last line is the town, which must stay.
  return lines.length <= WINDOW_LINES ? lines : [...lines.slice(0, WINDOW_LINES - 1), lines.at(-1) ?? ""];
}

const factsOf = (fine: CasePaper, settings: SiteSettings | null): Line[] =>
  known([
    [texts.facts.caseNumber, fine.case_number],
    [texts.facts.plate, readablePlate(fine.plate)],
    [texts.facts.vehicle, present([fine.car_model, fine.car_color]).join(", ")],
    [texts.facts.place, fine.street],
    [texts.facts.observed, span(fine.observed_from, fine.issued_at, "sv")],
    [texts.facts.violation, present([fine.violation_code, fine.violation_text]).join(" ")],
    [texts.facts.issued, `${formatDateTime(fine.issued_at)} ${texts.facts.issuedBy(fine.issued_by)}`],
    [texts.facts.delivery, fine.delivery === null ? "" : letterTexts.deliveries[fine.delivery]],
    [texts.facts.principal, settings?.principal ?? ""],
    [texts.facts.firstDue, fine.first_due === null ? "" : formatLongDate(fine.first_due)],
  ]);

function sumsOf(fine: CasePaper): Line[] {
  const percent = fine.vat_percent;
  const vat = percent === null ? "" : ` (${texts.sums.vat(percent)})`;
  return known([
    [texts.sums.amount + vat, formatMoney(fine.amount)],
    [texts.sums.fee, fine.fee === 0 ? "" : formatMoney(fine.fee)],
    [texts.sums.paid, fine.paid_ore === 0 ? "" : formatOre(-fine.paid_ore)],
    [texts.sums.left, formatOre(fine.left_ore)],
  ]);
}

/** The ways to pay, with the reference of the case. */
function payOf(fine: CasePaper, settings: SiteSettings | null): Line[] {
  const methods = settings?.payment_methods ?? [];
  return [
    ...methods.map((method): Line => {
      const kind = texts.pay.methods[method.kind];
      return [kind, paymentLine(method, kind)];
    }),
    [texts.pay.reference, fine.case_number],
  ];
}
