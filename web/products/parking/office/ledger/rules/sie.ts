/**
 * Writes verifications as a SIE file of type 4 for a bookkeeping program to read in (SIE-gruppen, version 4B, "4I"). The program gives the
 * verifications their numbers.
 */
import { LEDGER_ACCOUNTS } from "#contract/ledger.ts";
import type { LedgerBooks } from "#data/ledger_months/queries.ts";
import { ledgerTexts as texts } from "../ledger-texts.ts";
import { toCp437 } from "./cp437.ts";
import type { Verification } from "./verifications.ts";

/** The dimension of SIE for a unit with a result of its own, which a site is. */
const SITE_DIMENSION = "1";
const SERIES = "K";

type Contents = {
  verifications: readonly Verification[];
  books: LedgerBooks;
  /** The first day of the period. */
  first: string;
  /** The day that the file bears: today for an open month, the day of closing for a closed one. */
  made: string;
};

/** The bytes of the file. The same contents always give the same bytes. */
export function sieFile({ verifications, books, first, made }: Contents): Uint8Array<ArrayBuffer> {
  const { start, end } = financialYear(first, books.year_start);
  const site = `${SITE_DIMENSION} ${quoted(books.code)}`;
  const records = [
    ["#FLAGGA", "0"],
    ["#PROGRAM", quoted("Parkering"), quoted("1")],
    ["#FORMAT", "PC8"],
    ["#GEN", dayOf(made)],
    ["#SIETYP", "4"],
    ...(books.org_number === "" ? [] : [["#ORGNR", quoted(orgNumber(books.org_number))]]),
    ["#FNAMN", quoted(books.company || books.site)],
    ["#RAR", "0", dayOf(start), dayOf(end)],
    ...accountsOf(verifications).map(({ number, name }) => ["#KONTO", number, quoted(name)]),
    ["#DIM", SITE_DIMENSION, quoted(texts.sie.dimension)],
    ["#OBJEKT", site, quoted(books.site)],
    ...verifications.flatMap((verification) => [
      ["#VER", quoted(SERIES), quoted(""), dayOf(verification.date), quoted(texts.says(verification))],
      ["{"],
      ...verification.lines.map(({ number, payee, ore }) => {
        const text = payee === "" ? [] : ['""', quoted(texts.payees[payee] ?? payee)];
        return ["   #TRANS", number, `{${site}}`, amount(ore), ...text];
      }),
      ["}"],
    ]),
  ];
  return toCp437(records.map((fields) => `${fields.join(" ")}\r\n`).join(""));
}

/** The accounts of the lines, each number once, in the order of the numbers. */
function accountsOf(verifications: readonly Verification[]): { number: string; name: string }[] {
  const lines = verifications.flatMap((each) => each.lines);
  const used = LEDGER_ACCOUNTS.flatMap((account) => {
    const line = lines.find((each) => each.account === account);
    return line === undefined ? [] : [{ number: line.number, name: texts.accounts[account] }];
  });
  const first = used.filter(({ number }, at) => used.findIndex((each) => each.number === number) === at);
  return first.toSorted((one, other) => one.number.localeCompare(other.number));
}

/** The financial year that holds a day. */
export function financialYear(day: string, startMonth: number): { start: string; end: string } {
  const year = Number(day.slice(0, 4)) - (Number(day.slice(5, 7)) < startMonth ? 1 : 0);
  const end = new Date(Date.UTC(year + 1, startMonth - 1, 0)).toISOString().slice(0, 10);
  return { start: `${year}-${String(startMonth).padStart(2, "0")}-01`, end };
}

/** A number of a company or person in the form that SIE wants, `nnnnnn-nnnn`; anything else as it was typed. */
function orgNumber(typed: string): string {
  const [, six, four] = /^(?:\d\d)?(\d{6})[-+]?(\d{4})$/.exec(typed.replaceAll(/\s/g, "")) ?? [];
  return six === undefined || four === undefined ? typed : `${six}-${four}`;
}

const dayOf = (day: string) => day.replaceAll("-", "");
const amount = (ore: number) =>
  `${ore < 0 ? "-" : ""}${Math.floor(Math.abs(ore) / 100)}.${String(Math.abs(ore) % 100).padStart(2, "0")}`;
/** A field in quotes, without signs that steer a printer. A backslash at the end would make the field's last quote a part of its text. */
const quoted = (text: string) =>
  `"${text
    .replaceAll(/\p{Cc}/gu, " ")
    .replaceAll("\\", "/")
    .replaceAll('"', '\\"')}"`;
