import { decodeText } from "#shared/csv/read-delimited.ts";
import { paymentTexts } from "../payment-texts.ts";
import { BankFileError } from "./bank-file.ts";

const { problems } = paymentTexts;

/** Files of other kinds, by their first bytes, and the message for them. */
const OTHER_KINDS: readonly (readonly [bytes: readonly number[], problem: string])[] = [
  [[0x50, 0x4b, 0x03, 0x04], problems.excel],
  [[0xd0, 0xcf, 0x11, 0xe0], problems.excel],
  [[0x25, 0x50, 0x44, 0x46], problems.pdf],
];

/** Characters that no text has. A file with one of them is no text, or has another encoding (Windows-1252 has no letter for five bytes). */
// oxlint-disable-next-line no-control-regex
const NOT_TEXT = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f\x81\x8d\x8f\x90\x9d\ufffd]/;
/** The end mark of texts by old programs. */
// oxlint-disable-next-line no-control-regex
const END_OF_FILE = /\x1a\s*$/;

/**
 * The text of a bank's file: UTF-8 or UTF-16 by its byte order mark, UTF-8 without one, or else Windows-1252.
 * @throws BankFileError when it is no text.
 */
export function textOf(bytes: Uint8Array): string {
  const other = OTHER_KINDS.find(([start]) => start.every((byte, at) => bytes[at] === byte));
  if (other !== undefined) throw new BankFileError(other[1]);
  const text = decodeText(bytes).replace(END_OF_FILE, "");
  if (text.trim() === "") throw new BankFileError(problems.empty);
  if (NOT_TEXT.test(text)) throw new BankFileError(problems.notText);
  if (/^\s*</.test(text)) throw new BankFileError(problems.markup);
  return text;
}
