// Broken files of permits and of owners (bank files: payments/rules/read-bank-file.test.ts). Each is refused whole with a reason, or row by
// row with the row's reason, and valid rows are read rightly.
import { expect, test } from "vitest";
import { readTable } from "#shared/csv/read-delimited.ts";
import { ownersOf } from "../letters/rules/owner-file.ts";
import { readPermits } from "../permits/rules/imported-permits.ts";

const utf8 = (text: string) => new TextEncoder().encode(text);
const utf16 = (text: string, isBigEndian = false) => {
  const bytes = Buffer.from(text, "utf16le");
  return new Uint8Array(isBigEndian ? bytes.swap16() : bytes);
};
const bytes = (...parts: (string | readonly number[])[]) =>
  Uint8Array.from(parts.flatMap((part) => (typeof part === "string" ? [...utf8(part)] : part)));
const fileOf = (content: Uint8Array) => new Blob([new Uint8Array(content)]);

/** The result of a file of permits: the reason of a refusal, or for each row its problem or its car. */
async function permitsIn(file: Blob): Promise<string> {
  const table = await readTable(file, 500_000);
  const rows = typeof table === "string" ? table : readPermits(table, "2026-11-25");
  if (typeof rows === "string") return rows;
  return rows.map((row) => ("fault" in row ? row.fault : `+${row.permit.plate}`)).join(" | ");
}

/** The result of a file of owners. */
async function ownersIn(file: Blob): Promise<string> {
  const table = await readTable(file, 5_000_000);
  const owners = typeof table === "string" ? { problem: table } : ownersOf(table);
  if ("problem" in owners) return owners.problem;
  return [...owners.faults.map(({ text }) => text), ...owners.rows.map(({ name }) => `+${name}`)].join(" | ");
}

const PERMITS = "Regnr;Innehavare\nABC123;Åsa\n";
const OWNERS = "Ärendenummer;Namn;Adress\n12345674;Åsa;Gatan 1\n";

const NO_TABLES: [string, Uint8Array, string][] = [
  ["an Excel file", bytes("PK", [3, 4, 20, 0, 6]), "noText"],
  ["an old Excel file", bytes([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1]), "noText"],
  ["a PDF", bytes("%PDF-1.7\n1 0 obj\n<< >>"), "noText"],
  ["a web page", bytes("\n<!doctype html><table><tr><td>ABC123</td></tr></table>"), "noText"],
  ["XML", bytes("\uFEFF<?xml version='1.0'?><a/>"), "noText"],
  ["a drawing", bytes("<svg xmlns='http://www.w3.org/2000/svg'/>"), "noText"],
  ["a picture (PNG)", bytes([0x89], "PNG", [13, 10, 26, 10, 0, 0, 0, 13]), "noText"],
  ["a picture (JPEG)", bytes([0xff, 0xd8, 0xff, 0xe0, 0, 16], "JFIF"), "noText"],
  ["a picture (GIF)", bytes("GIF89a", [1, 0, 1, 0]), "noText"],
  ["a program", bytes([0x7f], "ELF", [2, 1, 1, 0]), "noText"],
  ["a packed file", bytes([0x1f, 0x8b, 8, 0, 0]), "noText"],
  ["a sound", bytes("RIFF", [36, 0, 0, 0], "WAVE"), "noText"],
  ["a NUL in a cell", bytes(PERMITS, "DEF\0;x\n"), "noText"],
  ["a NUL at the end", bytes(PERMITS, [0]), "noText"],
  ["NULs alone", new Uint8Array(3000), "noText"],
  ["UTF-16 without its mark", utf16(PERMITS), "noText"],
  ["UTF-16 of the other order without its mark", utf16(PERMITS, true), "noText"],
  ["UTF-32 with its mark", bytes([0xff, 0xfe, 0, 0, 0x41, 0, 0, 0]), "noText"],
  ["all bytes there are", Uint8Array.from({ length: 256 }, (_, at) => at), "noText"],
  ["a quote without an end", bytes(`${PERMITS}"DEF456;x\n`), "quotes"],
  ["a quote that takes the rest of the file", bytes(`Regnr;Namn\n"ABC123;Åsa\nDEF456;Örn\n`), "quotes"],
  ["letters behind a quote", bytes(`Regnr;Namn\n"ABC123"x;Åsa\n`), "quotes"],
];

// Spec rules §6: A hostile file
test.each(NO_TABLES)("%s is no table of permits nor of owners", async (_name, content, problem) => {
  expect([await permitsIn(fileOf(content)), await ownersIn(fileOf(content))]).toEqual([problem, problem]);
});

// Spec rules §6: A hostile file
test("200 MB are refused without reading a byte", async () => {
  const huge = { size: 200_000_000, arrayBuffer: () => Promise.reject(new Error("It was read.")) } as unknown as Blob;
  expect([await permitsIn(huge), await ownersIn(huge)]).toEqual(["tooLarge", "tooLarge"]);
});

const NO_ROWS = "Filen har inga rader.";
const STRANGE = "Raden har tecken som inte kan sparas";
const TOO_WIDE = "Raden har fler kolumner än sex";
const notDay = (column: string, day: string) => `${column}: ”${day}” är ingen dag. Skriv till exempel 2026-11-25`;

// Spec rules §6: A hostile file
test.each<[string, Uint8Array | string, string]>([
  ["nothing", "", NO_ROWS],
  ["a mark alone", "\uFEFF", NO_ROWS],
  ["blanks", " \r\n\t\n ", NO_ROWS],
  ["separators alone", ";;;;;\n".repeat(500), NO_ROWS],
  ["the names of the columns alone", "Regnr;Innehavare\n", NO_ROWS],
  ["UTF-16 with its mark", utf16(`\uFEFF${PERMITS}`), "+ABC123"],
  ["UTF-16 of the other order with its mark", utf16(`\uFEFF${PERMITS}`, true), "+ABC123"],
  ["Windows-1252", Uint8Array.from(PERMITS, (letter) => letter.charCodeAt(0)), "+ABC123"],
  ["line ends of Windows", PERMITS.replaceAll("\n", "\r\n"), "+ABC123"],
  ["line ends of an old Mac", PERMITS.replaceAll("\n", "\r"), "+ABC123"],
  ["one column", "ABC123\nDEF456\n", "+ABC123 | +DEF456"],
  ["ten thousand columns", `ABC123${";x".repeat(9999)}\n`, TOO_WIDE],
  ["half of UTF-16's last letter", utf16(`\uFEFF${PERMITS}DEF456;x`).slice(0, -1), `+ABC123 | ${STRANGE}`],
  ["an escape sequence", "ABC123;\u001b[2J\n", STRANGE],
  ["a bell in the plate", "ABC\u0007123;Åsa\n", STRANGE],
  ["pictures for a plate", "🚗🚗;Åsa\n", "Registreringsnumret ska ha minst en bokstav eller siffra"],
  ["a plate without end", `${"A".repeat(400_000)};Åsa\n`, "Registreringsnummer är längre än 50 tecken"],
  ["a formula as a day", "ABC123;;;;=TODAY()\n", notDay("Giltigt från", "=TODAY()")],
  ["a day below zero", "ABC123;;;;-2026-11-25\n", notDay("Giltigt från", "-2026-11-25")],
  ["a day of another age", "ABC123;;;;;9999-12-31\n", notDay("Giltigt till och med", "9999-12-31")],
  ["a day as a program of tables counts it", "ABC123;;;;46346\n", notDay("Giltigt från", "46346")],
  ["half a day", "ABC123;;;;2026-11\n", notDay("Giltigt från", "2026-11")],
  ["a formula as a holder, which is a text", "ABC123;=HYPERLINK(1)\n", "+ABC123"],
  ["a second table", `${PERMITS}Plats;a;b;c;2026;d;e;f\n`, `+ABC123 | ${TOO_WIDE}`],
])("a file of permits with %s gives no wrong permit", async (_name, content, said) => {
  const file = fileOf(typeof content === "string" ? utf8(content) : content);
  expect(await permitsIn(file)).toBe(said);
});

const NO_KEY = "Filen saknar kolumnen Ärendenummer eller Registreringsnummer.";
const LETTERS = "har tecken som inte kan läsas";

// Spec rules §6: A hostile file
test.each<[string, Uint8Array | string, string]>([
  ["nothing", "", NO_KEY],
  ["a mark alone", "\uFEFF", NO_KEY],
  ["separators alone", ";;;;;\n".repeat(5000), NO_KEY],
  ["one column", "Ärendenummer\n12345674\n", "Filen saknar kolumnen Namn."],
  ["the names of the columns alone", "Ärendenummer;Namn;Adress\n", NO_ROWS],
  ["UTF-16 with its mark", utf16(`\uFEFF${OWNERS}`), "+Åsa"],
  ["UTF-16 of the other order with its mark", utf16(`\uFEFF${OWNERS}`, true), "+Åsa"],
  ["line ends of Windows", OWNERS.replaceAll("\n", "\r\n"), "+Åsa"],
  ["line ends of an old Mac", OWNERS.replaceAll("\n", "\r"), "+Åsa"],
  ["ten thousand columns", OWNERS.replaceAll("\n", `${";x".repeat(9997)}\n`), "+Åsa"],
  ["code page 850", Uint8Array.from(OWNERS.replaceAll("Å", "\x8f"), (letter) => letter.charCodeAt(0)), LETTERS],
  ["an escape sequence", OWNERS.replace("Åsa", "\u001b[2J"), LETTERS],
  ["a formula as a number", OWNERS.replace("12345674", "=1+1"), "ärendenumret ska ha 8 siffror"],
  ["a number below zero", OWNERS.replace("12345674", "-12345674"), "ärendenumret ska ha 8 siffror"],
  ["a huge number", OWNERS.replace("12345674", "9".repeat(300)), "ärendenumret ska ha 8 siffror"],
  ["powers of ten", OWNERS.replace("12345674", "1,2E+07"), "ärendenumret ska ha 8 siffror"],
  ["a name without end", OWNERS.replace("Åsa", "å".repeat(1_000_000)), "namnet är längre än 200 tecken"],
  ["half a line", `${OWNERS}12345674;Örn`, "adress saknas | +Åsa"],
  ["a formula as a name, which is a text", OWNERS.replace("Åsa", "=cmd()"), "+=cmd()"],
  ["too many rows", OWNERS + "12345674;Åsa;Gatan 1\n".repeat(5000), "Filen har fler än 5 000 rader. Dela upp den."],
])("a file of owners with %s gives no wrong owner", async (_name, content, said) => {
  const file = fileOf(typeof content === "string" ? utf8(content) : content);
  expect((await ownersIn(file)).replaceAll(/\s/g, " ")).toBe(said);
});
