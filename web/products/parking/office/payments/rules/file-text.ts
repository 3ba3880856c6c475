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

/** The encodings that an XML file may name, beside UTF-8. */
const XML_ENCODINGS = ["iso-8859-1", "iso-8859-15", "windows-1252", "us-ascii"];
const XML_ENCODING = /^\s*<\?xml\s[^>]*?\bencoding\s*=\s*["']([^"']*)["']/;

/**
 * The text of a bank's file: UTF-8 or UTF-16 by its byte order mark, UTF-8 without one, or else Windows-1252. XML names its encoding.
 * @throws BankFileError when it is no text.
 */
export function textOf(bytes: Uint8Array): string {
  const other = OTHER_KINDS.find(([start]) => start.every((byte, at) => bytes[at] === byte));
  if (other !== undefined) throw new BankFileError(other[1]);
  const text = decodeText(bytes).replace(END_OF_FILE, "");
  if (text.trim() === "") throw new BankFileError(problems.empty);
  if (NOT_TEXT.test(text)) throw new BankFileError(problems.notText);
  if (/^\s*<(!DOCTYPE\s+html|html)\b/i.test(text)) throw new BankFileError(problems.markup);
  return isXml(text) ? xmlTextOf(bytes, text) : text;
}

export const isXml = (text: string): boolean => /^\s*</.test(text);

/** The text in the encoding that its first line names; UTF-8 without one. @throws BankFileError for another encoding than it has. */
function xmlTextOf(bytes: Uint8Array, text: string): string {
  const encoding = (XML_ENCODING.exec(text)?.[1] ?? "utf-8").toLowerCase();
  const hasMark = (bytes[0] ?? 0) >= 0xfe || (bytes[0] === 0xef && bytes[1] === 0xbb);
  if (hasMark) return text;
  if (XML_ENCODINGS.includes(encoding)) return new TextDecoder(encoding).decode(bytes);
  if (encoding !== "utf-8") throw new BankFileError(problems.xmlEncoding(encoding.slice(0, 20).toUpperCase()));
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new BankFileError(problems.notUtf8);
  }
}
