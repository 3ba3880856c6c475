/** The statement of an account by ISO 20022, camt.053.001.02 to .08: its booked entries, and the transactions in each. */
import { paymentTexts } from "../payment-texts.ts";
import { BankFileError, type ReadPayments, type ReadRow, inRow, dayOf, isPaymentDay } from "./bank-file.ts";
import { MOST_ORE, shortened } from "./bank-table.ts";
import { checkStatement, type Entry, directionOf, sekOf } from "./camt053-sums.ts";
import { elementAt, elementsAt, readXml, textAt, textIn, textsAt, type XmlElement } from "./xml.ts";

const { problems } = paymentTexts;

const NAMESPACE = /^urn:iso:std:iso:20022:tech:xsd:([a-z]{4}\.\d{3})\.001\.(\d{2})$/;
const MESSAGE = "camt.053";
const VERSIONS = { first: "02", last: "08" };

/** A statement of an account with its entries. */
type Statement = { element: XmlElement; account: string; entries: Entry[] };

/**
 * The payments of a statement: money that came in and is booked. Money that went out is counted, and told by row where the bank took a
 * payment back.
 * @throws BankFileError for another document, another currency or account, and sums that are not those of the entries.
 */
export function readCamt053(text: string, today: string): ReadPayments {
  const statements = statementsIn(readXml(text)).map(statementOf);
  checkAccounts(statements);
  const read = { rows: [] as ReadRow[], outgoing: 0, pending: 0, reversed: [] as ReadRow[] };
  for (const { element, account, entries } of statements) {
    checkStatement(element, entries);
    for (const entry of entries) {
      if (!entry.isBooked) {
        read.pending += 1;
        continue;
      }
      const isReversal = /^(true|1)$/.test(textAt(entry.element, "RvslInd"));
      for (const row of rowsOf(entry, account, today)) {
        if (row.amount_ore > 0) read.rows.push(row);
        else {
          read.outgoing += 1;
          if (isReversal && row.amount_ore < 0) read.reversed.push({ ...row, amount_ore: -row.amount_ore });
        }
      }
    }
  }
  return read;
}

/** The statements of the document. Some banks put an envelope around it. */
function statementsIn(root: XmlElement): XmlElement[] {
  const document = [root, ...root.children].find(({ name }) => name === "Document");
  const [, message, version = ""] = NAMESPACE.exec(document?.uri ?? "") ?? [];
  if (document === undefined || message === undefined) throw new BankFileError(problems.notCamt);
  if (message !== MESSAGE) throw new BankFileError(problems.otherCamt(message));
  if (version < VERSIONS.first || version > VERSIONS.last) throw new BankFileError(problems.camtVersion(version));
  const statements = elementsAt(document, "BkToCstmrStmt", "Stmt");
  if (statements.length === 0) throw new BankFileError(problems.noStatement);
  return statements;
}

function statementOf(element: XmlElement): Statement {
  const account = textAt(element, "Acct", "Id", "IBAN") || textAt(element, "Acct", "Id", "Othr", "Id");
  if (account === "") throw inRow(element.line, problems.noAccount);
  const currency = textAt(element, "Acct", "Ccy");
  if (currency !== "SEK" && currency !== "") throw inRow(element.line, problems.currency(shortened(currency)));
  return { element, account: account.replaceAll(" ", ""), entries: elementsAt(element, "Ntry").map(entryOf) };
}

/** Checks that all statements are of one account, and that none comes twice. */
function checkAccounts(statements: readonly Statement[]): void {
  const [first] = statements;
  const seen = new Set<string>();
  for (const { element, account } of statements) {
    if (first !== undefined && account !== first.account)
      throw inRow(element.line, problems.twoAccounts(shortened(first.account), shortened(account)));
    const id = [textAt(element, "Id"), textAt(element, "StmtPgntn", "PgNb")].join(" ");
    if (seen.has(id)) throw inRow(element.line, problems.sameStatement);
    seen.add(id);
  }
}

/** The codes of entries that are not booked. */
const NOT_BOOKED = ["PDNG", "INFO", "FUTR"];

function entryOf(element: XmlElement): Entry {
  const amount = elementAt(element, "Amt");
  const status = textAt(element, "Sts", "Cd") || textAt(element, "Sts");
  if (status !== "BOOK" && !NOT_BOOKED.includes(status))
    throw inRow(element.line, problems.noStatus(shortened(status)));
  const ore = sekOf(amount, element);
  if (ore >= MOST_ORE && amount !== undefined) throw inRow(amount.line, problems.hugeAmount(shortened(textIn(amount))));
  return { element, ore: ore * directionOf(element), isBooked: status === "BOOK" };
}

/** A row of each transaction; the amount is negative where the money went out. An entry without transactions is one row. */
function rowsOf(entry: Entry, account: string, today: string): ReadRow[] {
  const { element } = entry;
  const value_date = dayIn(element, today);
  const transactions = elementsAt(element, "NtryDtls", "TxDtls");
  const amounts = amountsOf(entry, transactions);
  // Read once: an entry may have a hundred thousand transactions, each of which would look for them among all.
  const own = { id: textAt(element, "AcctSvcrRef"), info: textAt(element, "AddtlNtryInf") };
  return (transactions.length === 0 ? [element] : transactions).map((transaction, at) => ({
    row: transaction.line,
    amount_ore: amounts[at] ?? entry.ore,
    value_date,
    reference: referenceOf(transaction, own),
    payer_text: payerOf(transaction),
    key: account,
    bankId: bankIdOf(transaction, own, account),
    method:
      textAt(transaction, "RltdPties", "CdtrAcct", "Id", "Othr", "SchmeNm", "Prtry") === "BGNR"
        ? "bankgiro"
        : "account",
  }));
}

/** The amounts of an entry's transactions, which are together the entry's. A single transaction has the entry's own. */
function amountsOf({ element, ore }: Entry, transactions: readonly XmlElement[]): number[] {
  for (const details of elementsAt(element, "NtryDtls")) {
    const count = textAt(details, "Btch", "NbOfTxs");
    const present = elementsAt(details, "TxDtls").length;
    if (count !== "" && present > 0 && Number(count) !== present) throw inRow(details.line, problems.batchCount);
  }
  const [single, ...more] = transactions;
  if (single === undefined) return [];
  // A bank's charge, or another currency of the payer's, makes a single transaction's own amount another one.
  if (more.length === 0) {
    const stated = statedAmount(single);
    const isOther = elementAt(single, "Chrgs") ?? elementAt(element, "Chrgs");
    if (stated?.currency === "SEK" && isOther === undefined && sekOf(stated, single) !== Math.abs(ore))
      throw inRow(element.line, problems.entrySum);
    return [ore];
  }
  const amounts = transactions.map((transaction) => {
    const direction = elementAt(transaction, "CdtDbtInd") === undefined ? Math.sign(ore) : directionOf(transaction);
    return sekOf(statedAmount(transaction), transaction) * direction;
  });
  if (amounts.reduce((sum, amount) => sum + amount, 0) !== ore) throw inRow(element.line, problems.entrySum);
  return amounts;
}

/** A transaction's amount; version 02 has it among the details. */
const statedAmount = (transaction: XmlElement): XmlElement | undefined =>
  elementAt(transaction, "Amt") ??
  elementAt(transaction, "AmtDtls", "TxAmt", "Amt") ??
  elementAt(transaction, "AmtDtls", "InstdAmt", "Amt");

function dayIn(entry: XmlElement, today: string): string {
  const cell = ["ValDt", "BookgDt"]
    .map((name) => textAt(entry, name, "Dt") || textAt(entry, name, "DtTm"))
    .find(Boolean);
  // The day is the bank's, also where a time zone follows it.
  const day = /^\d{4}-\d{2}-\d{2}/.test(cell ?? "") ? dayOf((cell ?? "").slice(0, 10)) : undefined;
  if (day === undefined) throw inRow(entry.line, problems.noDate(shortened(cell ?? "")));
  if (!isPaymentDay(day, today)) throw inRow(entry.line, problems.strangeDate(shortened(cell ?? "")));
  return day;
}

/** The bank's ID of an entry, and what it says of the entry. */
type OfEntry = { id: string; info: string };

/** The text of an ID that the payer's bank had to fill in, but had not. */
const NO_ID = "NOTPROVIDED";
const HAS_NUMBER = /\d{4}[ -]?\d{4}/;

/**
 * The references of a transaction, then its texts. The payer's own ID counts only where no other text has a number, since many programs
 * fill it with days and counters. The comma keeps digits of two texts from looking like one number.
 */
function referenceOf(transaction: XmlElement, { info }: OfEntry): string {
  const texts = [
    ...textsAt(transaction, "RmtInf", "Strd", "CdtrRefInf", "Ref"),
    ...textsAt(transaction, "RmtInf", "Strd", "RfrdDocInf", "Nb"),
    ...textsAt(transaction, "RmtInf", "Strd", "AddtlRmtInf"),
    ...textsAt(transaction, "RmtInf", "Ustrd"),
  ];
  if (!texts.some((text) => HAS_NUMBER.test(text)))
    texts.push(...textsAt(transaction, "Refs", "EndToEndId").filter((id) => id !== NO_ID));
  if (texts.length === 0) texts.push(textAt(transaction, "AddtlTxInf") || info);
  return [...new Set(texts)].join(", ");
}

/** The payer's name. Version 08 has the party one element deeper. */
function payerOf(transaction: XmlElement): string {
  const names = ["Dbtr", "UltmtDbtr", "InitgPty"].map(
    (party) => textAt(transaction, "RltdPties", party, "Nm") || textAt(transaction, "RltdPties", party, "Pty", "Nm"),
  );
  return names.find(Boolean) ?? "";
}

/** The bank's own ID of a transaction, with its entry's; undefined where the bank gives neither. */
function bankIdOf(transaction: XmlElement, { id: ofEntry }: OfEntry, account: string): string | undefined {
  const own = textAt(transaction, "Refs", "AcctSvcrRef");
  if (ofEntry === "" && own === "") return undefined;
  const ofPayer = textAt(transaction, "Refs", "EndToEndId");
  const id = own || textAt(transaction, "Refs", "TxId") || (ofPayer === NO_ID ? "" : ofPayer);
  return JSON.stringify([account, ofEntry, id]);
}
