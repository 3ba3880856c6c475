/** Verifications of a site's books: the lines of one day and kind, booked on a day of their month. */
import type { LedgerAccount } from "#contract/ledger.ts";
import {
  LEDGER_KINDS,
  type LedgerBooks,
  type LedgerKind,
  type LedgerRow,
  type SiteLedger,
} from "#data/ledger_months/queries.ts";

export type VerificationLine = { account: LedgerAccount; number: string; payee: string; ore: number };

export type Verification = {
  /** The day on which the verification is booked: its own day, or for a late one the first day of the month that took it. */
  date: string;
  /** The day of the verification's lines. */
  day: string;
  isLate: boolean;
  /** The first day of the month that holds it. */
  month: string;
  kind: LedgerKind;
  lines: VerificationLine[];
};

const AT_BANK: readonly LedgerAccount[] = ["bank", "plusgiro", "swish", "cash"];

/** The accounts whose lines say the amount of a verification, and whether debit or credit is the usual direction of its kind. */
const TOLD_BY: Record<LedgerKind, { accounts: readonly LedgerAccount[]; sign: 1 | -1 }> = {
  issued: { accounts: ["claim"], sign: 1 },
  fee: { accounts: ["claim"], sign: 1 },
  payment: { accounts: AT_BANK, sign: 1 },
  unplaced: { accounts: AT_BANK, sign: 1 },
  placed: { accounts: ["claim"], sign: -1 },
  undone: { accounts: AT_BANK, sign: -1 },
  refunded: { accounts: AT_BANK, sign: -1 },
  returned: { accounts: AT_BANK, sign: -1 },
  not_ours: { accounts: ["other"], sign: -1 },
  withdrawn: { accounts: ["claim"], sign: -1 },
  written_off: { accounts: ["claim"], sign: -1 },
  recovered: { accounts: ["claim"], sign: 1 },
};

/** The verifications of a ledger, in the order of their lines. */
export function verificationsOf({
  lines,
  closed,
  books,
}: Pick<SiteLedger, "lines" | "closed" | "books">): Verification[] {
  const found = new Map<string, Verification>();
  for (const line of lines) {
    const [month, day, kind, payee, account, ore] = line;
    const { accounts } = booksOf(month, closed, books);
    const key = [month, day, kind].join(" ");
    const verification = found.get(key) ?? { ...bookedOn({ month, day }), month, kind, lines: [] };
    verification.lines.push({ account, number: accounts[account], payee, ore });
    found.set(key, verification);
  }
  return [...found.values()].toSorted((one, other) => (one.date < other.date ? -1 : one.date > other.date ? 1 : 0));
}

/**
 * The day that a verification is booked on. A closed month takes nothing more: what comes later for its days is booked on the first day of the
 * first open month, the open day next to its own (BFL 5:2), and says its own day.
 */
export function bookedOn({
  month,
  day,
}: Pick<LedgerRow, "month" | "day">): Pick<Verification, "date" | "day" | "isLate"> {
  const isLate = day < month;
  return { date: isLate ? month : day, day, isLate };
}

/** The days of verifications in each month, whose rows are asked one after the other. */
export function scopesOf(verifications: readonly Verification[]): { day: string; month: string }[] {
  const days = new Map(verifications.map(({ day, month }) => [`${month} ${day}`, { day, month }]));
  return [...days.values()];
}

/** The books that hold for a month: the books of its closing, or for an open month today's. */
export const booksOf = (month: string, closed: SiteLedger["closed"], books: LedgerBooks): LedgerBooks =>
  closed.find((each) => each.month === month)?.books ?? books;

/** The amount of a verification in öre, below 0 where it goes the other way, as an undone placing does. */
export function amountOf({ kind, lines }: Pick<Verification, "kind" | "lines">): number {
  const { accounts, sign } = TOLD_BY[kind];
  return lines.reduce((sum, { account, ore }) => (accounts.includes(account) ? sum + sign * ore : sum), 0);
}

/** The amount of each kind, in the order of the kinds; money by the way that it came or went. */
export function kindSums(verifications: readonly Verification[]): { kind: LedgerKind; payee: string; ore: number }[] {
  return LEDGER_KINDS.flatMap((kind) => {
    const lines = verifications.filter((each) => each.kind === kind).flatMap((each) => each.lines);
    const payees = [...new Set(lines.map(({ payee }) => payee))].toSorted();
    return payees.map((payee) => ({
      kind,
      payee,
      ore: amountOf({ kind, lines: lines.filter((line) => line.payee === payee) }),
    }));
  });
}

export type AccountSum = { number: string; account: LedgerAccount; debit: number; credit: number };

/** Debit and credit of each account, by number. Accounts with the same number are added together. */
export function accountSums(verifications: readonly Verification[]): AccountSum[] {
  const sums = new Map<string, AccountSum>();
  for (const { account, number, ore } of verifications.flatMap(({ lines }) => lines)) {
    const sum = sums.get(number) ?? { number, account, debit: 0, credit: 0 };
    if (ore > 0) sum.debit += ore;
    else sum.credit -= ore;
    sums.set(number, sum);
  }
  return [...sums.values()].toSorted((one, other) => one.number.localeCompare(other.number));
}
