import { formatDateTime, formatLongDate, formatLongDateTime, formatOptional } from "#shared/format/dates.ts";
import { combineDateAndTime } from "#shared/format/dates.ts";
import { formatMoney } from "#shared/format/money.ts";
import { type DocumentTexts, documentTexts, fineTexts, reportTexts, ticketTexts } from "../fine-texts.ts";
import { amountOf, type FineDraft, issuerOf, plateOf, type ReportDraft } from "./fine-draft.ts";

/** Everything that is written on a document, ready to be drawn. */
export type FineDocumentData = {
  kind: "ticket" | "report";
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
};

/** What a fine needs to know of its parking; times are ISO strings. */
export type FinedParking = {
  ref_number: string;
  car_model: string;
  car_color: string;
  street: string;
  discord_username: string | null;
  start_time: string;
  end_time: string;
};

const { fields } = fineTexts;

/** The document of a fine on a parking. `issuedAt` is the moment that it says. */
export function ticketDocument(
  draft: FineDraft,
  parking: FinedParking,
  { issuedAt, siteName }: { issuedAt: Date; siteName: string | undefined },
): FineDocumentData {
  return {
    ...commonParts(draft, ticketTexts),
    kind: "ticket",
    siteName,
    issuedAt: formatLongDateTime(issuedAt),
    plate: parking.ref_number.trim(),
    vehicle: [
      [fields.carModel, formatOptional(parking.car_model)],
      [fields.carColor, formatOptional(parking.car_color)],
      [fields.street, formatOptional(parking.street)],
      [fields.discordUsername, formatOptional(parking.discord_username)],
      [documentTexts.parked, documentTexts.span(formatDateTime(parking.start_time), formatDateTime(parking.end_time))],
    ],
  };
}

/** The document of a report; a day without a readable time is shown as the day. */
export function reportDocument(draft: ReportDraft, siteName: string | undefined): FineDocumentData {
  const moment = combineDateAndTime(draft.currentDate, draft.currentTime);
  return {
    ...commonParts(draft, reportTexts),
    kind: "report",
    siteName,
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

function commonParts(draft: FineDraft, texts: DocumentTexts) {
  return {
    title: texts.title,
    caseNumber: draft.caseNumber,
    issuedBy: issuerOf(draft),
    violation: violationText(draft),
    amount: formatMoney(amountOf(draft)),
    dueDate: formatLongDate(draft.dueDate),
    notes: draft.notes.trim(),
    closing: texts.closing,
  };
}

/** The violation in words: the free text for "Övrigt", and that word while there is no text. */
export function violationText({ violation, customViolation }: FineDraft): string {
  if (violation === "") return "–";
  return (violation === "other" && customViolation.trim()) || fineTexts.violations[violation];
}
