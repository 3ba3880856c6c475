import { FINE } from "#contract/limits.ts";
import { addDays, combineDateAndTime, parseTime, toDateValue, toTimeValue } from "#shared/format/dates.ts";
import { randomKey } from "#shared/random-key.ts";

/** The choice that is no row of the site's violations: the attendant describes it. */
export const OTHER = "other";

/**
 * A fine as its form holds it. It is the document of document 1 §3 and not a row of a table, so its fields have the names of that document:
 * a picture is made of it also where no case is stored, its issuer has no column, and drafts and the activity log (§7) use these names. One
 * place (`rowOf`) makes columns of what is stored. The amount is kept as typed, the day as `yyyy-MM-dd`.
 */
export type FineDraft = {
  /** The key that the fine is stored under: the same one, however often it is sent. */
  id: string;
  /** Empty where none is known yet: the database gives one. */
  caseNumber: string;
  issuedBy: string;
  amount: string;
  /** The value of a choice (violation-choices.ts); empty while nothing is chosen. */
  violation: string;
  customViolation: string;
  notes: string;
  dueDate: string;
  /** Since when the car was seen where that was before it was checked, `HH:mm`, and why; both empty where it was not (document 4 §3). */
  observedTime: string;
  observedReason: string;
  /** Since when a stored fine says it, to the second and with its day; empty where nothing is stored. */
  observedFrom: string;
};

/** A report as its form holds it: a fine with its own vehicle, place and time (document 1 §3). */
export type ReportDraft = FineDraft & {
  regNumber: string;
  carModel: string;
  carColor: string;
  street: string;
  discordUsername: string;
  currentDate: string;
  currentTime: string;
};

/** Longest free texts of a document, in characters: more would not fit behind a wiper. */
export const FINE_TEXT_MAX = { customViolation: 200, notes: 1000, observedReason: 500 } as const;

/**
 * A fine's first draft (document 1 §9), made at `now` by the attendant `userId` with a number that was reserved for them. It is due in so
 * many days as its site says (document 4 §3).
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

/** A report's first draft: like a fine's, with the date and time of `now`. */
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

/** A typed amount as a number: a browser that hands on what was typed may give a decimal comma. */
const amountFrom = (typed: string): number => Number(typed.replace(",", "."));

export type AmountProblem = "too-high" | "not-positive" | "not-whole";

/** What is wrong with a typed amount; undefined when it may stand on a fine (document 1 §5). */
export function amountProblem(typed: string): AmountProblem | undefined {
  const amount = amountFrom(typed);
  if (typed.trim() === "" || Number.isNaN(amount) || amount <= 0) return "not-positive";
  if (amount > FINE.maxAmount) return "too-high";
  return Number.isInteger(amount) ? undefined : "not-whole";
}

/** The amount of a draft in kronor; null when it may not stand on a document. */
export const amountOf = (draft: Pick<FineDraft, "amount">): number | null =>
  amountProblem(draft.amount) === undefined ? amountFrom(draft.amount) : null;

const NIGHT_MS = 6 * 3_600_000;

/**
 * The moment that the typed time of an observation means at `now`: the one of the stored fine where its time stands unchanged, else of
 * today, or past midnight of the evening before. Undefined when it is no time, or has not been yet.
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

/** Since when a fine says that the car was seen, and why before its check, as columns; null leaves it to the first check of the day. */
export const observedOf = ({ observedTime, observedReason, observedFrom }: FineDraft, now: Date) => ({
  observed_from: observedMoment(observedTime, now, observedFrom)?.toISOString() ?? null,
  observed_reason: observedReason.trim() || null,
});

/** The issuer; the default one where the field is empty (document 1 §3). */
export const issuerOf = (draft: Pick<FineDraft, "issuedBy">): string => draft.issuedBy.trim() || FINE.defaultIssuer;

/** What a report says of its car and its place, as columns. */
export const typedCarOf = ({ carModel, carColor, street, discordUsername }: ReportDraft) => ({
  car_model: carModel.trim(),
  car_color: carColor.trim(),
  street: street.trim(),
  discord_username: discordUsername.trim() || null,
});

/** The plate of a report as plates are written: without spaces around it, in capitals. */
export const plateOf = (draft: Pick<ReportDraft, "regNumber">): string => draft.regNumber.trim().toUpperCase();

/** What becomes of the free text when a violation is chosen: any other than "Övrigt" clears it (document 1 §4). */
export const customViolationAfter = (chosen: string, typed: string): string => (chosen === OTHER ? typed : "");
