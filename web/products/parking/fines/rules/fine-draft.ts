import { FINE } from "#contract/limits.ts";
import { addDays, toDateValue, toTimeValue } from "#shared/format/dates.ts";

/** The choices of document 1 §5; what they are called stands in fine-texts.ts. */
export const VIOLATIONS = ["no-stopping", "overtime", "disabled-space", "charging-space", "other"] as const;
export type Violation = (typeof VIOLATIONS)[number];

/** A fine as its form holds it (document 1 §3). The amount is kept as typed, the day as `yyyy-MM-dd`. */
export type FineDraft = {
  caseNumber: string;
  issuedBy: string;
  amount: string;
  violation: Violation | "";
  customViolation: string;
  notes: string;
  dueDate: string;
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
export const FINE_TEXT_MAX = { customViolation: 200, notes: 1000 } as const;

/** Gives a whole number from 0 up to, and without, `below`. */
export type Random = (below: number) => number;

/** A fine's first draft (document 1 §9), made at `now` by the attendant `userId`. */
export function newFineDraft(userId: string, now: Date, random: Random = cryptoRandom): FineDraft {
  return {
    caseNumber: newCaseNumber(random),
    issuedBy: userId.trim() || FINE.defaultIssuer,
    amount: String(FINE.defaultAmount),
    violation: "",
    customViolation: "",
    notes: "",
    dueDate: addDays(toDateValue(now), FINE.dueDays),
  };
}

/** A report's first draft: like a fine's, with the date and time of `now`. */
export function newReportDraft(userId: string, now: Date, random: Random = cryptoRandom): ReportDraft {
  return {
    ...newFineDraft(userId, now, random),
    regNumber: "",
    carModel: "",
    carColor: "",
    street: "",
    discordUsername: "",
    currentDate: toDateValue(now),
    currentTime: toTimeValue(now),
  };
}

/** Eight random digits; the first is never 0, so that no table drops it. */
function newCaseNumber(random: Random): string {
  const first = 10 ** (FINE.caseNumberDigits - 1);
  return String(first + random(9 * first));
}

function cryptoRandom(below: number): number {
  // A number above the last whole multiple would make the small results likelier.
  const fair = Math.floor(2 ** 32 / below) * below;
  const drawn = new Uint32Array(1);
  do crypto.getRandomValues(drawn);
  while ((drawn[0] ?? 0) >= fair);
  return (drawn[0] ?? 0) % below;
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

/** The issuer; the default one where the field is empty (document 1 §3). */
export const issuerOf = (draft: Pick<FineDraft, "issuedBy">): string => draft.issuedBy.trim() || FINE.defaultIssuer;

/** The plate of a report as plates are written: without spaces around it, in capitals. */
export const plateOf = (draft: Pick<ReportDraft, "regNumber">): string => draft.regNumber.trim().toUpperCase();

/** What becomes of the free text when a violation is chosen: any other than "Övrigt" clears it (document 1 §4). */
export const customViolationAfter = (chosen: Violation | "", typed: string): string =>
  chosen === "other" ? typed : "";
