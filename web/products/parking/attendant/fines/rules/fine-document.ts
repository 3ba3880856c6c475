import { formatDateTime, formatLongDate, formatLongDateTime, formatOptional } from "#shared/format/dates.ts";
import { combineDateAndTime } from "#shared/format/dates.ts";
import { driverOrigin } from "#shared/own-address.ts";
import { formatMoney } from "#shared/format/money.ts";
import { type DocumentTexts, documentTexts, fineTexts, reportTexts, ticketTexts } from "../fine-texts.ts";
import { type NoticeCase, noticeLines } from "./notice-lines.ts";
import type { SiteSettings } from "#data/site_settings/queries.ts";
import { type ViolationChoice, violationText } from "./violation-choices.ts";
import { amountOf, type FineDraft, issuerOf, plateOf, type ReportDraft } from "./fine-draft.ts";

/** Everything that is written on a document, ready to be drawn. */
export type FineDocumentData = {
  kind: "ticket" | "report";
  /** A report without a plate is no case: it has no number, and nothing is paid on it. */
  isCase: boolean;
  title: string;
  /** Name of the site, where the route has one. */
  siteName: string | undefined;
  caseNumber: string;
  issuedAt: string;
  issuedBy: string;
  /** Empty when there is none. */
  plate: string;
  /** Vehicle and place: what and its value, in order. */
  vehicle: readonly (readonly [label: string, value: string])[];
  violation: string;
  amount: string;
  dueDate: string;
  notes: string;
  closing: readonly string[];
  /** Not stored as it stands. */
  isDraft: boolean;
  /** Below the title; empty where there is none. */
  legalLine: string;
  /** Where its driver reads the case: the address in the QR code. */
  caseAddress: string | undefined;
  /** What the site says of itself, of paying and of objecting: what and its value, in order. */
  lines: readonly (readonly [label: string, value: string])[];
};

/** What a document says beside its form. */
export type DocumentFacts = {
  siteName: string | undefined;
  choices: readonly ViolationChoice[];
  settings: SiteSettings | null | undefined;
  /** The case that was stored; a document without one is a draft. */
  stored: NoticeCase | undefined;
  /** Whether the form says something else than what was stored. */
  isDraft: boolean;
};

/** What a fine needs to know of its parking; times are ISO strings. */
export type FinedParking = {
  ref_number: string;
  car_model: string;
  car_color: string;
  street: string;
  discord_username: string | null;
  /** Null where the parking is not known any more. */
  start_time: string | null;
  end_time: string | null;
};

const { fields } = fineTexts;

/** The document of a fine on a parking. `issuedAt` is the moment that it says. */
export function ticketDocument(
  draft: FineDraft,
  parking: FinedParking,
  { issuedAt, ...facts }: DocumentFacts & { issuedAt: Date },
): FineDocumentData {
  return {
    ...commonParts(draft, ticketTexts, { ...facts, isCase: true }),
    kind: "ticket",
    issuedAt: formatLongDateTime(issuedAt),
    plate: parking.ref_number.trim(),
    vehicle: [
      [fields.carModel, formatOptional(parking.car_model)],
      [fields.carColor, formatOptional(parking.car_color)],
      [fields.street, formatOptional(parking.street)],
      [fields.discordUsername, formatOptional(parking.discord_username)],
      ...(parking.start_time === null || parking.end_time === null
        ? []
        : [
            [
              documentTexts.parked,
              documentTexts.span(formatDateTime(parking.start_time), formatDateTime(parking.end_time)),
            ] as const,
          ]),
    ],
  };
}

/** The document of a report; a day without a readable time is shown as the day. */
export function reportDocument(draft: ReportDraft, facts: DocumentFacts): FineDocumentData {
  const moment = combineDateAndTime(draft.currentDate, draft.currentTime);
  const isCase = plateOf(draft) !== "";
  return {
    ...commonParts(draft, reportTexts, { ...facts, isCase }),
    kind: "report",
    issuedAt: moment === undefined ? formatLongDate(draft.currentDate) : formatLongDateTime(moment),
    plate: plateOf(draft),
    vehicle: [
      [fields.carModel, formatOptional(draft.carModel)],
      [fields.carColor, formatOptional(draft.carColor)],
      [fields.street, formatOptional(draft.street)],
      [fields.discordUsername, formatOptional(draft.discordUsername)],
    ],
  };
}

function commonParts(draft: FineDraft, texts: DocumentTexts, facts: DocumentFacts & { isCase: boolean }) {
  return {
    title: texts.title,
    isCase: facts.isCase,
    siteName: facts.siteName,
    isDraft: facts.isDraft,
    legalLine: facts.isCase ? (facts.settings?.legal_line ?? "") : "",
    caseAddress: facts.stored === undefined ? undefined : caseAddress(facts.stored.public_key),
    lines: noticeLines(facts),
    caseNumber: draft.caseNumber || "–",
    issuedBy: issuerOf(draft),
    violation: violationText(draft, facts.choices),
    amount: formatMoney(amountOf(draft)),
    dueDate: formatLongDate(draft.dueDate),
    notes: draft.notes.trim(),
    closing: facts.isCase ? texts.closing : [],
  };
}

/** Where the driver of a case reads it; undefined where no driver reaches this installation, since a QR code to nowhere is worse than none. */
function caseAddress(publicKey: string): string | undefined {
  const origin = driverOrigin();
  return origin === undefined ? undefined : `${origin}/case/${publicKey}`;
}
