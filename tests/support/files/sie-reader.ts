// A reader of SIE files of type 4, written from the published grammar (SIE-gruppen, "SIE filformat", version 4B): fields between spaces, in
// quotes with \" for a quote, or in braces; one record a line; the records of a verification between braces. It refuses what a reader must not
// accept, and shares no code with the writer.

type Field = string | string[];
export type SieVerification = {
  series: string;
  date: string;
  text: string;
  rows: { account: string; objects: string[]; ore: number; text: string | undefined }[];
};
export type SieFile = {
  records: Map<string, Field[][]>;
  accounts: Map<string, string>;
  verifications: SieVerification[];
};

const MANDATORY = ["#FLAGGA", "#PROGRAM", "#FORMAT", "#GEN", "#SIETYP", "#FNAMN"];
/** Each record of this product's files, in the order that §5.11 wants: identification, accounts, objects, transactions. */
const ORDER = [
  "#FLAGGA",
  "#PROGRAM",
  "#FORMAT",
  "#GEN",
  "#SIETYP",
  "#ORGNR",
  "#FNAMN",
  "#RAR",
  "#KONTO",
  "#DIM",
  "#OBJEKT",
  "#VER",
];

/** IBM's code page 437 from byte 128 on, as far as letters go. */
const UPPER = "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αß";
const decode = (bytes: Uint8Array) =>
  Array.from(bytes, (byte) => (byte < 128 ? String.fromCharCode(byte) : (UPPER[byte - 128] ?? "\uFFFD"))).join("");

function fieldsOf(line: string): Field[] {
  const fields: Field[] = [];
  const token = /\s*(?:\{([^}]*)\}|"((?:\\"|[^"])*)"|([^\s{}"]+))(?=\s|$)/gy;
  while (token.lastIndex < line.trimEnd().length) {
    const match = token.exec(line);
    if (match === null) throw new Error(`No fields: ${line}`);
    const [, list, text, bare] = match;
    if (list === undefined) fields.push((text ?? bare ?? "").replaceAll('\\"', '"'));
    else fields.push(fieldsOf(list).map(String));
  }
  return fields;
}

const isDay = (text: unknown) =>
  /^\d{8}$/.test(String(text)) &&
  new Date(String(text).replace(/(....)(..)(..)/, "$1-$2-$3")).toISOString().slice(0, 10).replaceAll("-", "") === text;

function oreOf(amount: unknown): number {
  const match = /^(-?)(\d+)(?:\.(\d{1,2}))?$/.exec(String(amount));
  if (match === null) throw new Error(`No amount: ${String(amount)}`);
  const [, minus, kronor, ore = ""] = match;
  return (minus === "-" ? -1 : 1) * (Number(kronor) * 100 + Number(ore.padEnd(2, "0")));
}

/** Reads a file. @throws Error for what the grammar forbids */
export function readSie(bytes: Uint8Array): SieFile {
  const lines = decode(bytes).split("\r\n");
  if (lines.pop() !== "") throw new Error("The last line has no end");
  const records = new Map<string, Field[][]>();
  const verifications: SieVerification[] = [];
  let open: SieVerification | undefined;
  let at = -1;
  for (const line of lines) {
    if (/[\p{Cc}\uFFFD]/u.test(line)) throw new Error(`A sign that is none: ${line}`);
    if (line === "{") {
      open = verifications.at(-1);
      if (open === undefined || open.rows.length > 0) throw new Error("Braces without a verification");
    } else if (line === "}") {
      if (open === undefined) throw new Error("Braces that are not open");
      if (open.rows.reduce((sum, { ore }) => sum + ore, 0) !== 0) throw new Error(`Not in balance: ${open.text}`);
      open = undefined;
    } else {
      const [label, ...fields] = fieldsOf(line);
      if (open !== undefined) {
        if (label !== "#TRANS") throw new Error(`No record of a verification: ${line}`);
        const [account, objects, amount, , text] = fields;
        open.rows.push({
          account: String(account),
          objects: objects as string[],
          ore: oreOf(amount),
          text: text as string | undefined,
        });
        continue;
      }
      const place = ORDER.indexOf(String(label));
      if (place < at || place === -1) throw new Error(`Out of order: ${line}`);
      at = place;
      records.set(String(label), [...(records.get(String(label)) ?? []), fields]);
      if (label === "#VER") {
        const [series, number, date, text] = fields;
        if (!isDay(date) || number !== "") throw new Error(`No verification: ${line}`);
        verifications.push({ series: String(series), date: String(date), text: String(text), rows: [] });
      }
    }
  }
  if (open !== undefined) throw new Error("Braces that stay open");
  return checked({ records, verifications, accounts: accountsOf(records) });
}

function accountsOf(records: SieFile["records"]): Map<string, string> {
  const given = (records.get("#KONTO") ?? []).map(([number, name]) => [String(number), String(name)] as const);
  if (new Set(given.map(([number]) => number)).size < given.length) throw new Error("An account twice");
  return new Map(given);
}

function checked(file: SieFile): SieFile {
  const one = (label: string) => {
    const found = file.records.get(label) ?? [];
    if (found.length !== 1) throw new Error(`${label} stands ${found.length} times`);
    return found[0] ?? [];
  };
  for (const label of MANDATORY) one(label);
  if (one("#FLAGGA")[0] !== "0" || one("#FORMAT")[0] !== "PC8" || one("#SIETYP")[0] !== "4")
    throw new Error("No file of type 4");
  if (!isDay(one("#GEN")[0])) throw new Error("No day of making");
  const [year, start, end] = one("#RAR");
  if (year !== "0" || !isDay(start) || !isDay(end)) throw new Error("No financial year");
  const objects = new Set(
    (file.records.get("#OBJEKT") ?? []).map(([dimension, object]) => `${String(dimension)} ${String(object)}`),
  );
  for (const { date, text, rows } of file.verifications) {
    if (rows.length === 0) throw new Error(`No rows: ${text}`);
    if (date < String(start) || date > String(end)) throw new Error(`${text} lies outside of the year`);
    for (const row of rows) {
      if (!/^\d{4}$/.test(row.account) || !file.accounts.has(row.account))
        throw new Error(`An unknown account: ${row.account}`);
      if (!objects.has(row.objects.join(" "))) throw new Error(`An unknown object: ${row.objects.join(" ")}`);
    }
  }
  return file;
}
