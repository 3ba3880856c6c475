import { expect, test } from "vitest";
import type { LedgerBooks, LedgerLine, SiteLedger } from "#data/ledger_months/queries.ts";
import { readSie } from "#tests/support/files/sie-reader.ts";
import { toCp437 } from "./cp437.ts";
import { ledgerTexts } from "../ledger-texts.ts";
import { isWhollyClosed, ledgerFiles } from "./ledger-files.ts";
import { periodNames, periodOf } from "./periods.ts";
import { financialYear } from "./sie.ts";
import { accountSums, kindSums, verificationsOf } from "./verifications.ts";

const BOOKS: LedgerBooks = {
  company: 'Åkerö "Hamn" AB',
  org_number: "556677-8899",
  site: "Östra hamnen",
  code: "ostra-hamnen",
  year_start: 1,
  accounts: {
    claim: "1510",
    bank: "1930",
    plusgiro: "1920",
    swish: "1930",
    cash: "1910",
    income: "3004",
    income_vat: "3001",
    vat: "2611",
    fee: "3990",
    unplaced: "2999",
    other: "2890",
    loss: "6351",
    recovered: "3950",
  },
};
const NOVEMBER = { first: "2026-11-01", last: "2026-11-30" };
const LINES: LedgerLine[] = [
  ["2026-11-01", "2026-10-30", "payment", "bankgiro", "bank", 70_050],
  ["2026-11-01", "2026-10-30", "payment", "bankgiro", "claim", -70_050],
  ["2026-11-01", "2026-11-02", "issued", "", "claim", 70_000],
  ["2026-11-01", "2026-11-02", "issued", "", "income_vat", -56_000],
  ["2026-11-01", "2026-11-02", "issued", "", "vat", -14_000],
  ["2026-11-01", "2026-11-02", "payment", "swish", "claim", 1],
  ["2026-11-01", "2026-11-02", "payment", "swish", "swish", -1],
];
const LEDGER: SiteLedger = {
  today: "2026-11-27",
  books: BOOKS,
  months: ["2026-11-01"],
  closed_until: "2026-10-01",
  closed: [],
  lines: LINES,
};

// Spec rules §14: A file of the books
test("the file is SIE 4 letter for letter, and another reader reads it", () => {
  const { sie, csv } = ledgerFiles(LEDGER, NOVEMBER);
  const file = readSie(sie);
  expect([...file.accounts]).toEqual([
    ["1510", "Kundfordringar"],
    ["1930", "Företagskonto"],
    ["2611", "Utgående moms, 25 %"],
    ["3001", "Kontrollavgifter, 25 % moms"],
  ]);
  expect(file.records.get("#FNAMN")).toEqual([['Åkerö "Hamn" AB']]);
  expect(file.records.get("#RAR")).toEqual([["0", "20260101", "20261231"]]);
  expect(file.verifications.map(({ date, text, rows }) => [date, text, rows.map(({ ore }) => ore)])).toEqual([
    ["20261101", "Betalningar på ärenden 2026-10-30, efter att månaden stängdes", [70_050, -70_050]],
    ["20261102", "Utfärdade kontrollavgifter 2026-11-02", [70_000, -56_000, -14_000]],
    ["20261102", "Betalningar på ärenden 2026-11-02", [1, -1]],
  ]);
  // A later version of the writer leaves the files of closed months as they were.
  expect(Buffer.from(sie).toString("latin1")).toMatchSnapshot("SIE 4");
  expect(csv).toMatchSnapshot("CSV");
});

// Spec rules §14: A file of the books
test("the name of a file says that it has verifications alone, and whether it may still change", () => {
  const { fileName } = ledgerTexts.export;
  expect(fileName("hamnen", NOVEMBER, isWhollyClosed("2026-11-01", NOVEMBER.last), "si")).toBe(
    "bokforing-hamnen-2026-11-01-2026-11-30.si",
  );
  expect(fileName("hamnen", NOVEMBER, isWhollyClosed("2026-10-01", NOVEMBER.last), "csv")).toBe(
    "bokforing-hamnen-2026-11-01-2026-11-30-oppen.csv",
  );
  expect(isWhollyClosed(null, NOVEMBER.last)).toBe(false);
});

test.each([
  ["5566778899", "556677-8899"],
  ["556677 - 8899", "556677-8899"],
  ["16556677-8899", "556677-8899"],
  ["SE556677889901", "SE556677889901"],
])("the company's number %s reads %s", (org_number, number) => {
  const { sie } = ledgerFiles({ ...LEDGER, books: { ...BOOKS, org_number } }, NOVEMBER);
  expect(readSie(sie).records.get("#ORGNR")).toEqual([[number]]);
});

test("a name with a backslash at its end ends its field", () => {
  const { sie } = ledgerFiles({ ...LEDGER, books: { ...BOOKS, company: 'Hamn\\" AB\\' } }, NOVEMBER);
  expect(readSie(sie).records.get("#FNAMN")).toEqual([['Hamn/" AB/']]);
});

test("a closed month has the accounts, the company and the day of its closing", () => {
  const books = { ...BOOKS, company: "Förr AB", accounts: { ...BOOKS.accounts, claim: "1511" } };
  const closed = [{ month: "2026-11-01", at: "2026-12-03T22:30:00Z", by_id: "admin01", books }];
  const { sie } = ledgerFiles({ ...LEDGER, today: "2027-05-01", closed_until: "2026-11-01", closed }, NOVEMBER);
  const file = readSie(sie);
  expect(file.records.get("#FNAMN")).toEqual([["Förr AB"]]);
  expect(file.records.get("#GEN")).toEqual([["20261203"]]);
  expect(file.accounts.has("1511")).toBe(true);
});

test("text in code page 437: Swedish letters as they are, others without their accents", () => {
  expect([...toCp437("ÅÄÖåäöéüß")]).toEqual([143, 142, 153, 134, 132, 148, 130, 129, 225]);
  expect(String.fromCharCode(...toCp437("Šimić – €"))).toBe("Simic - ?");
});

test.each([
  ["2026-11-27", 1, "2026-01-01", "2026-12-31"],
  ["2026-04-30", 5, "2025-05-01", "2026-04-30"],
  ["2026-05-01", 5, "2026-05-01", "2027-04-30"],
  ["2024-01-15", 3, "2023-03-01", "2024-02-29"],
])("the financial year of %s from month %i", (day, month, start, end) => {
  expect(financialYear(day, month)).toEqual({ start, end });
});

test("a period is a month or a financial year of the address, else this month", () => {
  expect(periodOf(null, "2026-02-10", 1)).toEqual({
    name: "2026-02",
    first: "2026-02-01",
    last: "2026-02-28",
    isYear: false,
  });
  expect(periodOf("year-2026-03", "2026-11-27", 7)).toMatchObject({
    name: "year-2025-07",
    first: "2025-07-01",
    last: "2026-06-30",
  });
  expect(periodOf("2026-13", "2026-11-27", 1).name).toBe("2026-11");
  expect(periodNames(["2026-10-01", "2025-12-01"], "2026-11", "2026-11-27", 1)).toEqual({
    months: ["2026-11", "2026-10", "2025-12"],
    years: ["year-2026-01", "year-2025-01"],
  });
});

test("kinds by way of payment, and accounts with one number as one", () => {
  const verifications = verificationsOf(LEDGER);
  expect(kindSums(verifications)).toEqual([
    { kind: "issued", payee: "", ore: 70_000 },
    { kind: "payment", payee: "bankgiro", ore: 70_050 },
    { kind: "payment", payee: "swish", ore: -1 },
  ]);
  expect(accountSums(verifications).find(({ number }) => number === "1930")).toEqual({
    number: "1930",
    account: "bank",
    debit: 70_050,
    credit: 1,
  });
});
