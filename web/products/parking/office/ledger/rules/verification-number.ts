/** Numbers of verifications: the day, the kind, and for a late one the month that it is booked in, such as `20261105-03` or `20261105-03-202612`. */
import { LEDGER_KINDS, type LedgerRow, type LedgerScope } from "#data/ledger_months/queries.ts";

/** The number of the verification that a row or a verification belongs to. */
export function verificationNumber({ month, day, kind }: Pick<LedgerRow, "month" | "day" | "kind">): string {
  const number = `${compact(day)}-${String(LEDGER_KINDS.indexOf(kind) + 1).padStart(2, "0")}`;
  return day < month ? `${number}-${compact(month).slice(0, 6)}` : number;
}

/** The rows that a typed day, number of a verification or case number names; undefined for anything else. */
export function scopeOf(typed: string): LedgerScope | undefined {
  const text = typed.trim();
  const [, year, inYear, ofMonth, place, lateYear, lateMonth] =
    /^(\d{4})-?(\d\d)-?(\d\d)-(\d\d)(?:-(\d{4})(\d\d))?$/.exec(text) ?? [];
  const kind = LEDGER_KINDS[Number(place) - 1];
  if (kind !== undefined) {
    const day = dayOf(`${year}-${inYear}-${ofMonth}`);
    const month = dayOf(`${lateYear ?? year}-${lateMonth ?? inYear}-01`);
    return day === undefined || month === undefined ? undefined : { day, kind, month };
  }
  if (/^\d{4}-\d\d-\d\d$/.test(text)) {
    const day = dayOf(text);
    return day === undefined ? undefined : { day };
  }
  const digits = text.replaceAll(/\s/g, "");
  return /^\d{8}$/.test(digits) ? { caseNumber: digits } : undefined;
}

const compact = (day: string) => day.replaceAll("-", "");
/** The day itself; undefined where no calendar has it, or the books have no such year. */
const dayOf = (day: string) =>
  day >= "1900" && day <= "9000" && new Date(`${day}T12:00:00Z`).toJSON()?.startsWith(day) ? day : undefined;
