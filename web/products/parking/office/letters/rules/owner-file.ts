import { isIdNumber } from "#contract/id-number.ts";
import { plateKey } from "#contract/plate.ts";
import type { MatchedOwner, OwnerKey } from "#data/fines/letters.ts";
import { letterTexts } from "../letter-texts.ts";

const texts = letterTexts.owners;

/** An owner in the file; `line` is the row's position, where the names of the columns are line 1. */
export type OwnerRow = OwnerKey & { line: number; name: string; address: string; id_number: string };
/** A row that is not read in, with the reason. */
export type RowFault = { line: number; text: string };
/** A file of owners, or the reason why it cannot be read as such. */
export type OwnerFile = { rows: OwnerRow[]; faults: RowFault[] } | { problem: string };

/** An owner whose case is known and waits. */
export type PlacedOwner = OwnerRow & { fineId: string; lastEvent: string };
/** The preview of a file of owners. */
export type OwnerPreview = { placed: PlacedOwner[]; already: number; unknown: number; faults: RowFault[] };

/** The most rows of a file. */
const MOST_ROWS = 5000;
/** The longest texts in characters, as the table of recipients checks them. */
const MOST = { name: 200, address: 500, plate: 50 } as const;

/** The names of columns in register files, in small letters without dots and dashes. */
const NAMES = {
  case_number: ["ärendenummer", "ärendenr", "ärende", "referens"],
  plate: ["registreringsnummer", "regnummer", "regnr", "reg nr", "fordon"],
  name: ["namn", "ägarens namn", "ägarnamn", "förnamn", "efternamn"],
  address: ["adress", "gatuadress", "utdelningsadress", "adressrad", "c/o", "co"],
  postcode: ["postnummer", "postnr"],
  town: ["ort", "postort", "stad"],
  id_number: [
    "personnummer",
    "personnr",
    "organisationsnummer",
    "organisationsnr",
    "orgnummer",
    "orgnr",
    "org nr",
    "person/organisationsnummer",
    "person /organisationsnummer",
    "person och organisationsnummer",
    "personnummer/organisationsnummer",
    "person/orgnr",
    "person /orgnr",
    "samordningsnummer",
  ],
  isOwner: ["ägare", "är ägare"],
} as const;
type Column = keyof typeof NAMES;

const normalised = (cell: string): string =>
  cell
    .trim()
    .toLowerCase()
    .replaceAll(/[.\-_:]+/g, " ")
    .replaceAll(/\s+/g, " ")
    .trim();
/** `Adress 2` is an address as well. */
const columnOf = (name: string): Column | undefined =>
  (Object.keys(NAMES) as Column[]).find((column) =>
    (NAMES[column] as readonly string[]).includes(
      column === "address" ? normalised(name).replace(/ ?\d$/, "") : normalised(name),
    ),
  );

/** The owners in a register's table, and the problems of its other rows (document 4 §5: `Läs in ägare`). */
export function ownersOf(table: readonly (readonly string[])[]): OwnerFile {
  const [head = [], ...body] = table;
  const columns = head.map(columnOf);
  const { problems } = texts;
  if (!columns.includes("case_number") && !columns.includes("plate")) return { problem: problems.noKey };
  if (!columns.includes("name")) return { problem: problems.noName };
  if (!columns.includes("address")) return { problem: problems.noAddress };
  const lines = body
    .map((cells, index) => ({ cells, line: index + 2 }))
    .filter(({ cells }) => cells.some((cell) => cell.trim()));
  if (lines.length === 0) return { problem: problems.empty };
  if (lines.length > MOST_ROWS) return { problem: problems.tooMany };
  const rows: OwnerRow[] = [];
  const faults: RowFault[] = [];
  for (const { cells, line } of lines) {
    const cellsOf = (column: Column): string[] =>
      cells
        .filter((_, place) => columns[place] === column)
        .map((cell) => cell.trim())
        .filter((cell) => cell !== "");
    const row = rowOf(cellsOf, line);
    const text = faultOf(row, cells.join(" "), cellsOf("isOwner")[0] ?? "");
    if (text === undefined) rows.push(row);
    else faults.push({ line, text });
  }
  return { rows, faults };
}

function rowOf(cellsOf: (column: Column) => string[], line: number): OwnerRow {
  const number = cellsOf("case_number")[0]?.replaceAll(/\s/g, "") ?? "";
  const town = [postcodeOf(cellsOf("postcode")[0] ?? ""), ...cellsOf("town")].filter((part) => part !== "").join(" ");
  return {
    line,
    // Spreadsheets remove the zeros at the start of a number.
    case_number: /^\d{5,7}$/.test(number) ? number.padStart(8, "0") : number,
    plate: cellsOf("plate")[0] ?? "",
    name: cellsOf("name").join(" "),
    address: [...cellsOf("address"), town].filter((part) => part !== "").join("\n"),
    id_number: cellsOf("id_number")[0] ?? "",
  };
}

/** A postcode as on letters: `123 45`. */
const postcodeOf = (typed: string): string => typed.replace(/^(\d{3}) ?(\d{2})$/, "$1 $2");

/** Characters that no name has; a file of another kind is full of them. */
const UNREADABLE = /[^\P{Cc}\t\n\r]|\uFFFD/u;
const YES = ["", "ja", "j", "yes", "y", "1", "true", "x"];
const NO = ["nej", "n", "no", "0", "false"];

function faultOf(row: OwnerRow, whole: string, isOwner: string): string | undefined {
  const { faults } = texts;
  if (UNREADABLE.test(whole)) return faults.letters;
  if (NO.includes(normalised(isOwner))) return faults.notOwner;
  if (!YES.includes(normalised(isOwner))) return faults.ownerWord;
  if (row.case_number === "" && plateKey(row.plate) === "") return faults.key;
  if (row.case_number !== "" && !/^\d{8}$/.test(row.case_number)) return faults.number;
  if (row.plate.length > MOST.plate) return faults.plate;
  if (row.name === "") return faults.name;
  if (row.name.length > MOST.name) return faults.longName;
  if (row.address === "") return faults.address;
  if (row.id_number !== "" && !isIdNumber(row.id_number)) return faults.idNumber;
  return row.address.length > MOST.address ? faults.longAddress : undefined;
}

/** The preview of rows, from the database's answers in the rows' order. Of two rows for one case the first counts. */
export function previewOf(
  { rows, faults }: Exclude<OwnerFile, { problem: string }>,
  matches: readonly MatchedOwner[],
): OwnerPreview {
  const lineOf = new Map<string, number>();
  const preview: OwnerPreview = { placed: [], already: 0, unknown: 0, faults: [...faults] };
  for (const [index, row] of rows.entries()) {
    const { state, fine_id: fineId, last_event: lastEvent, case_number } = matches[index] ?? NO_MATCH;
    const before = fineId === null ? undefined : lineOf.get(fineId);
    if (state === "already") preview.already += 1;
    if (state === "unknown") preview.unknown += 1;
    if (before !== undefined) preview.faults.push({ line: row.line, text: texts.faults.twice(before) });
    else if (state === "placed" && fineId !== null && lastEvent !== null) {
      preview.placed.push({ ...row, case_number: case_number ?? row.case_number, fineId, lastEvent });
      lineOf.set(fineId, row.line);
    } else if (state !== "placed") preview.faults.push({ line: row.line, text: texts.states[state] });
  }
  preview.faults.sort((one, other) => one.line - other.line);
  return preview;
}
const NO_MATCH: MatchedOwner = {
  state: "unknown",
  fine_id: null,
  case_number: null,
  plate: null,
  status: null,
  last_event: null,
};
