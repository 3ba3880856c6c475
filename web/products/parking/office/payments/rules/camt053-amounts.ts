/** The amounts of a statement (ISO 20022): digits with a decimal point, a currency, and a code for in or out. */
import { paymentTexts } from "../payment-texts.ts";
import { inRow } from "./bank-file.ts";
import { shortened } from "./bank-table.ts";
import { textAt, textIn, type XmlElement } from "./xml.ts";

const { problems } = paymentTexts;

/** `700`, `700.5`, `700.50000`: whole öre, without a sign. */
const AMOUNT = /^(\d{1,13})(?:\.(\d{1,2})0{0,3})?$/;

/** An amount in whole öre. @throws BankFileError with its line for any other text. */
export function oreOf(element: XmlElement): number {
  const text = textIn(element);
  const [, whole, decimals = ""] = AMOUNT.exec(text) ?? [];
  if (whole === undefined) throw inRow(element.line, problems.noAmount(shortened(text)));
  return Number(whole + decimals.padEnd(2, "0"));
}

/** An amount in Swedish kronor, in öre. @throws BankFileError for another currency, or none; `owner` tells the line where it is missing. */
export function sekOf(element: XmlElement | undefined, owner: XmlElement): number {
  if (element === undefined) throw inRow(owner.line, problems.noAmount(""));
  const { currency = "" } = element;
  if (currency === "") throw inRow(element.line, problems.noCurrency);
  if (currency !== "SEK") throw inRow(element.line, problems.currency(shortened(currency)));
  return oreOf(element);
}

/** 1 for money that came in, -1 for money that went out. @throws BankFileError */
export function directionOf(element: XmlElement): 1 | -1 {
  const code = textAt(element, "CdtDbtInd");
  if (code === "CRDT") return 1;
  if (code === "DBIT") return -1;
  throw inRow(element.line, problems.noDirection);
}
