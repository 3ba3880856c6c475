import { formatDateTime, formatLongDate, formatLongDateTime, formatOptional } from "#shared/format/dates.ts";
import { combineDateAndTime } from "#shared/format/dates.ts";
import { driverOrigin } from "#shared/own-address.ts";
import { formatMoney } from "#shared/format/money.ts";
import { type DocumentTexts, documentTexts, reportTexts, ticketTexts, noticeTexts } from "../notice-texts.ts";
import { type NoticeCase, noticeLines } from "./notice-lines.ts";
import type { SiteSettings } from "#data/site_settings/queries.ts";
import { type ViolationChoice, violationText } from "./violation-choices.ts";
import { amountOf, type FineDraft, issuerOf, plateOf, type ReportDraft } from "./fine-draft.ts";

/** The texts of a document, ready to be drawn. */
export type FineDocumentData = {
  kind: "ticket" | "report";
  /** Whether it is a case. A report without a plate is no case: it has no number, and nothing is paid. */
  isCase: boolean;
  title: string;
  /** The name of the site, when the route has one. */
  siteName: string | undefined;
  caseNumber: string;
  issuedAt: string;
  issuedBy: string;
  /** The plate, or an empty text. */
  plate: string;
  /** Vehicle and place: labels and values, in order. */
  vehicle: readonly (readonly [label: string, value: string])[];
  violation: string;
  amount: string;
  dueDate: string;
  notes: string;
  closing: readonly string[];
  /** Whether it differs from the stored case, or is not stored. */
  isDraft: boolean;
  /** A line below the title, or an empty text. */
  legalLine: string;
  /** The address in the QR code, where the driver reads the case. */
  caseAddress: string | undefined;
  /** The site's lines about itself, payment and objections: labels and values, in order. */
  lines: readonly (readonly [label: string, value: string])[];
};

/** The facts of a document besides its form. */
export type DocumentFacts = {
  siteName: string | undefined;
  choices: readonly ViolationChoice[];
  settings: SiteSettings | null | undefined;
  /** The stored case; a document without one is a draft. */
  stored: NoticeCase | undefined;
  /** Whether the form differs from the stored case. */
  isDraft: boolean;
};

/** The facts of a fined parking; times are ISO strings. */
export type FinedParking = {
  ref_number: string;
  car_model: string;
  car_color: string;
  street: string;
  discord_username: string | null;
  /** Null when the parking is no longer known. */
  start_time: string | null;
  end_time: string | null;
};

const { fields } = noticeTexts;

/** The document of a fine for a parking, with the moment `issuedAt`. */
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

/** The document of a report; without a readable time only the day is shown. */
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

/** The address of a case for its driver. Undefined when drivers cannot reach this installation: no QR code is better than a wrong one. */
function caseAddress(publicKey: string): string | undefined {
  const origin = driverOrigin();
  return origin === undefined ? undefined : `${origin}/case/${publicKey}`;
}
