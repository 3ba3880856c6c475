// Files of banks: four layouts as banks write them (our own fixtures), and broken files. Each broken file is refused whole, with a text
// that says why; nothing reaches the database.
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { BankColumns } from "#data/payment_files/columns.ts";
import { type Reading, readBankFile } from "./read-bank-file.ts";

const READING: Reading = { today: "2026-11-22", kept: [] };

const fixture = (name: string) =>
  new Uint8Array(readFileSync(new URL(`../../../../../../tests/fixtures/payments/${name}`, import.meta.url)));
const utf8 = (text: string) => new TextEncoder().encode(text);
/** Windows-1252 and Latin-1 agree on all Swedish letters. */
const latin1 = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
const utf16 = (text: string) => {
  const units = Uint16Array.from(`\uFEFF${text}`, (unit) => unit.charCodeAt(0));
  return new Uint8Array(units.buffer);
};

/** The result of a file: its payments in short, or the reason of a refusal. */
async function read(bytes: Uint8Array, reading: Partial<Reading> = {}) {
  const file = await readBankFile(bytes, { ...READING, ...reading });
  if (file.outcome === "refused") return file.problem;
  if (file.outcome === "columns") return `columns: ${file.table.headers.join("|")}`;
  return file.rows.map((row) => [row.amount_ore, row.value_date, row.reference, row.payer_text].join("|"));
}

const HEAD = "Bokföringsdatum;Valutadatum;Verifikationsnummer;Text;Belopp;Saldo";
const PAYMENT = "2026-11-20;2026-11-20;1;11111117;700,00;900,00";
/** A file of SEB's layout with one payment, with changes in its cells. */
const seb = ({ day = "2026-11-20", text = "11111117", amount = "700,00", more = "" } = {}) =>
  utf8(`${HEAD}\n${PAYMENT}\n2026-11-20;${day};2;${text};${amount};0${more}\n`);

describe("layouts that are known", () => {
  // Spec 4 §5: Exportera CSV (UTF-8
  test("Bankgirot's BgMax: references, texts and names of payments, the deposit's day, deductions left out", async () => {
    expect(await read(fixture("bgmax.txt"))).toEqual([
      "70000|2026-11-20|11111117|Åsa Öberg",
      "70000|2026-11-20|Parkeringsbot 2222 2224|Åkeriet i Malmö AB",
      "140000|2026-11-20|33333331 44444448|",
    ]);
    expect(await readBankFile(fixture("bgmax.txt"), READING)).toMatchObject({ layout: "bgmax", outgoing: 1 });
  });

  // Spec 4 §5: Exportera CSV (UTF-8
  test("Swedbank's table: a line before it, commas, Windows-1252, quoted cells, two equal payments", async () => {
    expect(await read(fixture("swedbank.csv"))).toEqual([
      "70000|2026-11-20|11111117 Insättning, Åsa Öberg|",
      "70050|2026-11-20|+46701234567 Swish 2222-2224|",
      "70000|2026-11-19|Jag betalar nu Insättning|",
      "70000|2026-11-19|Jag betalar nu Insättning|",
    ]);
    const file = await readBankFile(fixture("swedbank.csv"), READING);
    if (file.outcome !== "read") throw new Error("It is not read.");
    expect([file.layout, file.outgoing]).toEqual(["swedbank", 1]);
    expect(new Set(file.rows.map(({ bank_key }) => bank_key)).size).toBe(4);
  });

  // Spec 4 §5: Exportera CSV (UTF-8
  test("SEB's table: semicolons, a byte order mark, decimal commas, thousands with a non-breaking space", async () => {
    expect(await read(fixture("seb.csv"))).toEqual([
      "70000|2026-11-20|11111117 ÅSA ÖBERG|",
      "140050|2026-11-21|BG 991-2346; 2222 2224|",
    ]);
    expect(await readBankFile(fixture("seb.csv"), READING)).toMatchObject({ layout: "seb", outgoing: 1 });
  });

  // Spec 4 §5: Exportera CSV (UTF-8
  test("another bank's table asks for its columns once; a file with the same columns then uses them", async () => {
    expect(await read(fixture("another-bank.csv"))).toBe("columns: Dag|Insatt|Meddelande|Från|Nr");
    const columns: BankColumns = {
      headers: ["Dag", "Insatt", "Meddelande", "Från", "Nr"],
      date: 0,
      amount: 1,
      reference: [2],
      payer: 3,
      key: 4,
    };
    const rows = ["70000|2026-11-20|11111117|Åsa Öberg", `140000|2026-11-20|=HYPERLINK("http://x")|@Åkeriet`];
    expect(await read(fixture("another-bank.csv"), { chosen: columns })).toEqual(rows);
    expect(await read(fixture("another-bank.csv"), { kept: [columns] })).toEqual(rows);
    const others = { ...columns, headers: ["Dag", "Insatt", "Meddelande", "Från", "Rad"] };
    expect(await read(fixture("another-bank.csv"), { kept: [others] })).toMatch(/^columns/);
  });

  test("a table without column names is read by positions", async () => {
    const text = "2026-11-20;700,00;11111117\n2026-11-21;650;22222224\n";
    expect(await read(utf8(text))).toBe("columns: ||");
    const columns: BankColumns = { headers: [], date: 0, amount: 1, reference: [2], payer: -1, key: -1 };
    expect(await read(utf8(text), { chosen: columns })).toEqual([
      "70000|2026-11-20|11111117|",
      "65000|2026-11-21|22222224|",
    ]);
  });
});

// Spec 4 §5: Exportera CSV (UTF-8
test.each<[string, (text: string) => Uint8Array]>([
  ["UTF-8", utf8],
  ["UTF-8 with its mark", (text) => utf8(`\uFEFF${text}`)],
  ["Windows-1252", latin1],
  ["UTF-16 with its mark", utf16],
])("a file in %s says the same, and has the same keys", async (_, encode) => {
  const text = `${HEAD}\r\n2026-11-20;2026-11-20;1;Åsa Öberg 11111117;700,00;0\r\n`;
  expect(await readBankFile(encode(text), READING)).toEqual(await readBankFile(utf8(text), READING));
  expect(await read(encode(text))).toEqual(["70000|2026-11-20|Åsa Öberg 11111117|"]);
});

const keysOf = async (lines: string[]) => {
  const file = await readBankFile(utf8([HEAD, ...lines].join("\n")), READING);
  return file.outcome === "read" ? file.rows.map(({ bank_key }) => bank_key) : [];
};

test("a payment has the same key in a longer file and in another order, and equal payments keep their numbers", async () => {
  const [one, other] = [PAYMENT, PAYMENT.replace("11111117", "22222224")];
  const [key, second] = await keysOf([one, one]);
  expect(key).toMatch(/^[0-9a-f]{64}$/);
  expect(second).not.toBe(key);
  expect(await keysOf([other, one, one])).toEqual([expect.anything(), key, second]);
  expect(await keysOf([one])).toEqual([key]);
});

const bgmax = new TextDecoder("windows-1252").decode(fixture("bgmax.txt"));
const deposit = bgmax.split("\r\n").find((line) => line.startsWith("15")) ?? "";
const cut = (text: string, length: number) => text.slice(0, length);
const row = (number: number, problem: string) => `Rad ${number}: ${problem}`;
const noAmount = (cell: string) => row(3, `beloppet ”${cell}” kan inte läsas som kronor och ören.`);
const noDate = (cell: string) => row(3, `datumet ”${cell}” kan inte läsas.`);
const strange = (cell: string) => row(3, `datumet ”${cell}” är inte rimligt för en betalning.`);

const NOT_TEXT = "Filen är ingen textfil, eller har en teckenkodning som inte känns igen. Spara den som CSV i UTF-8.";
const EXCEL = "Det är en Excel-fil. Spara den som CSV och välj den filen.";
const PDF = "Det är en PDF-fil. Hämta betalningarna som CSV eller BgMax från banken.";
const MARKUP = "Det är en webbsida. Hämta betalningarna som camt.053, BgMax eller CSV från banken.";
const NOT_CAMT =
  "Det är en XML-fil, men inget kontoutdrag. Hämta betalningarna som camt.053, BgMax eller CSV från banken.";
const NO_COLUMNS = "Filen har inga rader med både datum och belopp.";
const NOT_WHOLE = "Filen är inte hel: Bankgirots slutpost saknas.";
const MISCOUNTED = "Filen är inte hel: antalet betalningar är inte det som slutposten säger.";

const HOSTILE: [string, Uint8Array, string][] = [
  // Files that are no text, or of another kind.
  ["nothing", utf8(""), "Filen är tom."],
  ["blanks", utf8(" \r\n\t\n "), "Filen är tom."],
  ["a mark of UTF-8 alone", utf8("\uFEFF"), "Filen är tom."],
  ["an Excel file", Uint8Array.from([0x50, 0x4b, 3, 4, 20, 0]), EXCEL],
  ["an old Excel file", Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1]), EXCEL],
  ["a PDF", utf8("%PDF-1.7\n1 0 obj"), PDF],
  ["a web page", utf8("<html><table><tr><td>2026-11-20</td></tr></table></html>"), MARKUP],
  ["XML of nobody", utf8(`\uFEFF<?xml version="1.0"?><Document/>`), NOT_CAMT],
  ["an empty SVG", utf8("  <svg xmlns='http://www.w3.org/2000/svg'/>"), NOT_CAMT],
  ["a NUL in a cell", seb({ text: "a\0b" }), NOT_TEXT],
  ["a NUL at the end", utf8(`${HEAD}\n${PAYMENT}\0`), NOT_TEXT],
  ["only NULs", new Uint8Array(2000), NOT_TEXT],
  ["a picture", Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0]), NOT_TEXT],
  ["an escape sequence", seb({ text: "\u001b[2J" }), NOT_TEXT],
  ["a bell", seb({ text: "\u0007" }), NOT_TEXT],
  ["UTF-16 without its mark", utf16(HEAD).slice(2), NOT_TEXT],
  ["UTF-16 with the bytes of another order", utf16("a").toReversed(), NOT_TEXT],
  ["code page 850, whose Å is no letter of Windows-1252", latin1(`${HEAD}\n\x8fsa`), NOT_TEXT],
  ["random bytes", Uint8Array.from({ length: 500 }, (_, at) => (at * 7919) % 256), NOT_TEXT],
  // Texts without payments.
  ["a letter", utf8("Hej!\nHär kommer filen.\n"), NO_COLUMNS],
  ["one line without an end", utf8("x".repeat(100_000)), NO_COLUMNS],
  ["only separators", utf8(";;;;;\n".repeat(1000)), NO_COLUMNS],
  ["JSON", utf8(`[{"datum":"2026-11-20","belopp":700}]`), NO_COLUMNS],
  ["two columns", utf8("Datum;Belopp\n2026-11-20;700,00\n"), NO_COLUMNS],
  ["no amounts", utf8("Datum;Text;Från\n2026-11-20;hej;Åsa\n"), NO_COLUMNS],
  ["no days", utf8("Belopp;Text;Från\n700,00;hej;Åsa\n"), NO_COLUMNS],
  ["the names of the columns alone", utf8(HEAD), "Filen har inga betalningar."],
  [
    "money that went out alone",
    utf8(`${HEAD}\n${PAYMENT.replace("700,00", "-1,00")}`),
    "Filen har bara utbetalningar, och de läses inte in.",
  ],
  [
    "a payment of nothing alone",
    utf8(`${HEAD}\n${PAYMENT.replace("700,00", "0,00")}`),
    "Filen har bara utbetalningar, och de läses inte in.",
  ],
  // Cases about amounts.
  ["a formula as an amount", seb({ amount: "=700+1" }), noAmount("=700+1")],
  ["a command as an amount", seb({ amount: "=cmd|' /C calc'!A0" }), noAmount("=cmd|' /C calc'!A0")],
  ["a reference to a cell", seb({ amount: "@SUM(A1)" }), noAmount("@SUM(A1)")],
  ["a word", seb({ amount: "sjuhundra" }), noAmount("sjuhundra")],
  ["no amount", seb({ amount: "" }), row(3, "belopp saknas.")],
  ["not a number", seb({ amount: "NaN" }), noAmount("NaN")],
  ["infinity", seb({ amount: "Infinity" }), noAmount("Infinity")],
  ["powers of ten", seb({ amount: "7e2" }), noAmount("7e2")],
  ["hexadecimal", seb({ amount: "0x2BC" }), noAmount("0x2BC")],
  ["thousandths of a krona", seb({ amount: "700,001" }), noAmount("700,001")],
  ["a group that may be decimals", seb({ amount: "1.234" }), noAmount("1.234")],
  ["four decimals", seb({ amount: "700.0000" }), noAmount("700.0000")],
  ["two decimal commas", seb({ amount: "7,00,00" }), noAmount("7,00,00")],
  ["two signs", seb({ amount: "--700" }), noAmount("--700")],
  ["a sign on both sides", seb({ amount: "-700-" }), noAmount("-700-")],
  ["groups of two", seb({ amount: "7 00" }), noAmount("7 00")],
  ["two amounts", seb({ amount: "700 12345" }), noAmount("700 12345")],
  ["euros in the cell", seb({ amount: "700,00 EUR" }), noAmount("700,00 EUR")],
  ["Arabic digits", seb({ amount: "٧٠٠" }), noAmount("٧٠٠")],
  ["full-width digits", seb({ amount: "７００" }), noAmount("７００")],
  [
    "a billion times too much",
    seb({ amount: "99999999999,00" }),
    row(3, "beloppet ”99999999999,00” är orimligt stort."),
  ],
  [
    "more than a number holds",
    seb({ amount: "9".repeat(400) }),
    row(3, `beloppet ”${"9".repeat(40)}…” är orimligt stort.`),
  ],
  ["a huge negative amount", seb({ amount: "-99999999999" }), row(3, "beloppet ”-99999999999” är orimligt stort.")],
  [
    "amounts that are too much together",
    utf8([HEAD, ...Array.from({ length: 3 }, () => PAYMENT.replace("700,00", "5000000000"))].join("\n")),
    "Beloppen är orimligt stora tillsammans. Är det rätt kolumn?",
  ],
  ["a markup as an amount", seb({ amount: "<b>700</b>" }), noAmount("<b>700</b>")],
  // Cases about days.
  ["the 30th of February", seb({ day: "2026-02-30" }), noDate("2026-02-30")],
  ["a thirteenth month", seb({ day: "2026-13-01" }), noDate("2026-13-01")],
  ["the month before the day", seb({ day: "11/20/2026" }), noDate("11/20/2026")],
  ["a day in words", seb({ day: "i går" }), noDate("i går")],
  ["no day", seb({ day: "" }), row(3, "datum saknas.")],
  ["a year of two digits", seb({ day: "26-11-20" }), noDate("26-11-20")],
  ["a day as a program of tables counts it", seb({ day: "46346" }), noDate("46346")],
  ["zeros", seb({ day: "0000-00-00" }), noDate("0000-00-00")],
  ["a formula as a day", seb({ day: "=TODAY()" }), noDate("=TODAY()")],
  ["a day of the next century", seb({ day: "2126-11-20" }), strange("2126-11-20")],
  ["a day of the last century", seb({ day: "1926-11-20" }), strange("1926-11-20")],
  ["next month", seb({ day: "2026-12-20" }), strange("2026-12-20")],
  ["the year one", seb({ day: "0001-01-01" }), strange("0001-01-01")],
  // Cases about broken lines.
  ["half a line at the end", utf8(`${HEAD}\n${PAYMENT}\n2026-11-20;2026-11-20;2;111`), row(3, "raden är avbruten.")],
  ["half a line in the middle", utf8(`${HEAD}\n2026-11-20;2026\n${PAYMENT}`), row(2, "raden är avbruten.")],
  [
    "a line cut after its amount",
    utf8(`${HEAD}\n${PAYMENT}\n2026-11-20;2026-11-20;2;11111117;7`),
    row(3, "raden är avbruten."),
  ],
  ["a sum below the table", utf8(`${HEAD}\n${PAYMENT}\nSumma;;;;700,00;`), row(3, "datum saknas.")],
  [
    "a second table with other columns",
    utf8(`${HEAD}\n${PAYMENT}\nDatum;Belopp;Text\n2026-11-20;1,00;x`),
    row(3, "raden är avbruten."),
  ],
  [
    "a second table with the same columns",
    utf8(`${HEAD}\n${PAYMENT}\n${HEAD}\n${PAYMENT}`),
    row(3, "datumet ”Valutadatum” kan inte läsas."),
  ],
  [
    "other separators from the second line on",
    utf8(`${HEAD}\n${PAYMENT}\n${PAYMENT.replaceAll(";", "\t")}`),
    row(3, "raden är avbruten."),
  ],
  ["a quote without an end", seb({ text: `"11111117` }), row(3, "ett citattecken saknas eller står fel.")],
  ["letters behind a quote", seb({ text: `"11111117"x` }), row(3, "ett citattecken saknas eller står fel.")],
  [
    "a quote that takes the rest of the file",
    utf8(`${HEAD}\n2026-11-20;2026-11-20;1;"11111117;700,00;0\n${PAYMENT}`),
    row(2, "ett citattecken saknas eller står fel."),
  ],
  [
    "more payments than are read",
    utf8([HEAD, ...Array.from({ length: 5001 }, () => PAYMENT)].join("\n")),
    "Filen har 5\u00a0001 betalningar, högst 5\u00a0000 läses. Hämta en kortare period.",
  ],
  // Cases about currencies.
  [
    "euros in a column",
    utf8(new TextDecoder("windows-1252").decode(fixture("swedbank.csv")).replace("SEK", "EUR")),
    row(3, "valutan är EUR, och bara svenska kronor läses in."),
  ],
  [
    "a currency that is a formula",
    utf8(new TextDecoder("windows-1252").decode(fixture("swedbank.csv")).replace("SEK", "=1")),
    row(3, "valutan är =1, och bara svenska kronor läses in."),
  ],
  // Cases about BgMax files.
  ["a test file of Bankgirot", latin1(bgmax.replace("010331P", "010331T")), "Filen är en testfil från Bankgirot."],
  ["BgMax without its end", latin1(bgmax.slice(0, bgmax.indexOf("\r\n70"))), NOT_WHOLE],
  ["the first line of BgMax alone", latin1(cut(bgmax, 80)), NOT_WHOLE],
  ["BgMax that ends within a payment", latin1(cut(bgmax, 82 * 2 + 40)), row(3, "raden är avbruten.")],
  ["BgMax that ends behind a payment", latin1(cut(bgmax, 82 * 3)), NOT_WHOLE],
  ["BgMax without its deposit", latin1(bgmax.replace(`${deposit}\r\n`, "")), NOT_WHOLE],
  [
    "a payment too few",
    latin1(bgmax.split("\r\n").toSpliced(2, 1).join("\r\n")),
    row(13, "insättningen är inte summan av sina betalningar."),
  ],
  [
    "a payment twice",
    latin1(
      bgmax
        .split("\r\n")
        .toSpliced(2, 0, bgmax.split("\r\n")[2] ?? "")
        .join("\r\n"),
    ),
    row(15, "insättningen är inte summan av sina betalningar."),
  ],
  ["a wrong count", latin1(bgmax.replace("7000000003", "7000000004")), MISCOUNTED],
  [
    "another deposit counted",
    latin1(bgmax.replace("000000010000000100000001", "000000010000000100000002")),
    MISCOUNTED,
  ],
  [
    "another amount of the deposit",
    latin1(bgmax.replace("275000SEK", "275001SEK")),
    row(14, "insättningen är inte summan av sina betalningar."),
  ],
  [
    "euros of a section",
    latin1(bgmax.replace("SEK", "EUR")),
    row(2, "valutan är EUR, och bara svenska kronor läses in."),
  ],
  [
    "euros of a deposit",
    latin1(bgmax.replace("275000SEK", "275000EUR")),
    row(14, "valutan är EUR, och bara svenska kronor läses in."),
  ],
  [
    "a negative amount of BgMax",
    latin1(bgmax.replace("000000000000070000", "-00000000000070000")),
    row(3, "beloppet ”-00000000000070000” kan inte läsas som kronor och ören."),
  ],
  [
    "letters in an amount of BgMax",
    latin1(bgmax.replace("000000000000070000", "00000000000007000O")),
    row(3, "beloppet ”00000000000007000O” kan inte läsas som kronor och ören."),
  ],
  ["no day of the deposit", latin1(bgmax.replace("2026112000056", "        00056")), row(14, "datum saknas.")],
  [
    "a wrong day of the deposit",
    latin1(bgmax.replace("2026112000056", "2026023000056")),
    row(14, "datumet ”20260230” kan inte läsas."),
  ],
  [
    "a far day of the deposit",
    latin1(bgmax.replace("2026112000056", "2062112000056")),
    row(14, "datumet ”20621120” är inte rimligt för en betalning."),
  ],
  [
    "a line that is too long",
    latin1(bgmax.replace(deposit, `${deposit}x`)),
    row(14, "raden hör inte till en BgMax-fil."),
  ],
  [
    "a line of another kind of file",
    latin1(bgmax.replace(deposit, "2026-11-20;700,00")),
    row(14, "raden är avbruten."),
  ],
  ["a line of letters", latin1(bgmax.replace(deposit, "Datum;Belopp")), row(14, "raden hör inte till en BgMax-fil.")],
  ["an empty line within", latin1(bgmax.replace(deposit, "")), row(14, "raden hör inte till en BgMax-fil.")],
  ["lines behind the end", latin1(`${bgmax}20\r\n`), row(16, "raden hör inte till en BgMax-fil.")],
  [
    "a payment before its section",
    latin1(bgmax.split("\r\n").toSpliced(1, 1).join("\r\n")),
    row(2, "raden hör inte till en BgMax-fil."),
  ],
  [
    "a payment behind its deposit",
    latin1(bgmax.replace(`${deposit}\r\n`, `${deposit}\r\n${bgmax.split("\r\n")[2]}\r\n`)),
    row(15, "raden hör inte till en BgMax-fil."),
  ],
  ["BgMax in lines of one", utf8(bgmax.replaceAll("\r\n", "")), row(1, "raden hör inte till en BgMax-fil.")],
];

test("there are a hundred broken files", () => {
  expect(HOSTILE.length).toBeGreaterThanOrEqual(100);
  expect(new Set(HOSTILE.map(([name]) => name)).size).toBe(HOSTILE.length);
});

// Spec rules §6: A hundred hostile
test.each(HOSTILE)("%s is refused with a text that says why", async (_name, bytes, problem) => {
  expect(await read(bytes)).toBe(problem);
});

test.each([
  ["a formula", `=HYPERLINK("http://x";"700")`.replace(";", ",")],
  ["a command", "+cmd|' /C calc'!A0"],
  ["markup", "<script>alert(1)</script>"],
  ["another alphabet", "Żółć 支付 🅿️"],
  ["a text from right to left", "\u202e711 11111"],
])("%s in a text is a text like others", async (_, text) => {
  expect(await read(seb({ text: `"${text.replaceAll('"', '""')}"` }))).toEqual([
    "70000|2026-11-20|11111117|",
    `70000|2026-11-20|${text}|`,
  ]);
});

test("a line break in a quoted text belongs to it, and texts are cut to the database's length", async () => {
  expect(await read(seb({ text: `"bot\n11111117"` }))).toEqual([
    "70000|2026-11-20|11111117|",
    "70000|2026-11-20|bot\n11111117|",
  ]);
  const [, long] = (await read(seb({ text: "x".repeat(3000) }))) as string[];
  expect(long).toBe(`70000|2026-11-20|${"x".repeat(500)}|`);
});
