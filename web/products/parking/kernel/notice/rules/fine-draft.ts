import { FINE } from "#contract/limits.ts";
import { addDays, combineDateAndTime, parseTime, toDateValue, toTimeValue } from "#shared/format/dates.ts";
import { randomKey } from "#shared/random-key.ts";

/** The choice `Övrigt`, which has no row among the site's violations; the attendant describes it. */
export const OTHER = "other";

/**
 * The values of a fine's form. They follow the document of document 1 §3, not a table: a picture is also made without a case, the issuer
 * has no column, and drafts and the activity log (§7) use these names. Only `rowOf` turns them into columns. The amount is kept as typed,
 * the day as `yyyy-MM-dd`.
 */
export type FineDraft = {
  /** The key under which the fine is stored; it stays the same, however often the fine is sent. */
  id: string;
  /** Empty while no number is known: the database gives a number then. */
  caseNumber: string;
  issuedBy: string;
  amount: string;
  /** The value of a choice (violation-choices.ts); empty while nothing is chosen. */
  violation: string;
  customViolation: string;
  notes: string;
  dueDate: string;
  /**
   * The time `HH:mm` since when the car was seen, if that was before its check, and the reason; otherwise both are empty (document 4 §3).
   */
  observedTime: string;
  observedReason: string;
  /** The observation's start in a stored fine, with day and seconds; empty when nothing is stored. */
  observedFrom: string;
};

/** The values of a report's form: a fine with its own vehicle, place and time (document 1 §3). */
export type ReportDraft = FineDraft & {
  regNumber: string;
  carModel: string;
  carColor: string;
  street: string;
  discordUsername: string;
  currentDate: string;
  currentTime: string;
};

/** The longest free texts of a document, in characters: more would not fit the printed notice. */
export const FINE_TEXT_MAX = { customViolation: 200, notes: 1000, observedReason: 500 } as const;

/**
 * The first values of a fine (document 1 §9), made at `now` by the attendant `userId` with a number reserved for them. `dueDays` is the
 * site's time until it is due (document 4 §3).
 */
export function newFineDraft(userId: string, now: Date, caseNumber: string, dueDays: number = FINE.dueDays): FineDraft {
  return {
    id: randomKey(),
    caseNumber,
    issuedBy: userId.trim() || FINE.defaultIssuer,
    amount: String(FINE.defaultAmount),
    violation: "",
    customViolation: "",
    notes: "",
    dueDate: addDays(toDateValue(now), dueDays),
    observedTime: "",
    observedReason: "",
    observedFrom: "",
  };
}

/** The first values of a report: those of a fine, with the date and time of `now`. */
export function newReportDraft(userId: string, now: Date, caseNumber: string, dueDays?: number): ReportDraft {
  return {
    ...newFineDraft(userId, now, caseNumber, dueDays),
    regNumber: "",
    carModel: "",
    carColor: "",
    street: "",
    discordUsername: "",
    currentDate: toDateValue(now),
    currentTime: toTimeValue(now),
  };
}

/** A typed amount as a number. A browser may pass on a decimal comma. */
const amountFrom = (typed: string): number => Number(typed.replace(",", "."));

export type AmountProblem = "too-high" | "not-positive" | "not-whole";

/** The problem of a typed amount; undefined when a fine may have it (document 1 §5). */
export function amountProblem(typed: string): AmountProblem | undefined {
  const amount = amountFrom(typed);
  if (typed.trim() === "" || Number.isNaN(amount) || amount <= 0) return "not-positive";
  if (amount > FINE.maxAmount) return "too-high";
  return Number.isInteger(amount) ? undefined : "not-whole";
}

/** The amount of a draft in kronor; null when a document may not have it. */
export const amountOf = (draft: Pick<FineDraft, "amount">): number | null =>
  amountProblem(draft.amount) === undefined ? amountFrom(draft.amount) : null;

const NIGHT_MS = 6 * 3_600_000;

/**
 * The moment that a typed observation time means at `now`. An unchanged time of a stored fine keeps its moment; otherwise it means today
 * or, after midnight, the evening before. Undefined for a wrong time or one in the future.
 */
export function observedMoment(typed: string, now: Date, stored = ""): Date | undefined {
  const kept = new Date(stored);
  if (stored !== "" && parseTime(typed) === toTimeValue(kept)) return kept;
  const today = toDateValue(now);
  const moment = combineDateAndTime(today, typed);
  if (moment !== undefined && moment <= now) return moment;
  const evening = combineDateAndTime(addDays(today, -1), typed);
  return evening !== undefined && now.getTime() - evening.getTime() < NIGHT_MS ? evening : undefined;
}

/** The columns for the observation's start and reason; null lets the first check of the day decide. */
export const observedOf = ({ observedTime, observedReason, observedFrom }: FineDraft, now: Date) => ({
  observed_from: observedMoment(observedTime, now, observedFrom)?.toISOString() ?? null,
  observed_reason: observedReason.trim() || null,
});

/** The issuer; the default one when the field is empty (document 1 §3). */
export const issuerOf = (draft: Pick<FineDraft, "issuedBy">): string => draft.issuedBy.trim() || FINE.defaultIssuer;

/** A report's facts about its car and place, as columns. */
export const typedCarOf = ({ carModel, carColor, street, discordUsername }: ReportDraft) => ({
  car_model: carModel.trim(),
  car_color: carColor.trim(),
  street: street.trim(),
  discord_username: discordUsername.trim() || null,
});

/** The plate of a report: trimmed, in capitals. */
export const plateOf = (draft: Pick<ReportDraft, "regNumber">): string => draft.regNumber.trim().toUpperCase();

/** The free text after a choice of violation: any other than "Övrigt" clears it (document 1 §4). */
export const customViolationAfter = (chosen: string, typed: string): string => (chosen === OTHER ? typed : "");
