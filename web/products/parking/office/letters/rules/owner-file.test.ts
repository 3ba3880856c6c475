import { describe, expect, test } from "vitest";
import type { MatchedOwner } from "#data/fines/letters.ts";
import { ownersOf, previewOf } from "./owner-file.ts";

const HEAD = ["Ärendenummer", "Regnr", "Namn", "Adress", "Adress 2", "Postnummer", "Ort", "Ägare", "Personnummer"];
const ROW = ["12345674", "TAO 98N", "Åsa Öberg", "c/o Berg", "Storgatan 1", "12345", "MALMÖ", "Ja", "19800101-1234"];
const READ = {
  line: 2,
  case_number: "12345674",
  plate: "TAO 98N",
  name: "Åsa Öberg",
  address: "c/o Berg\nStorgatan 1\n123 45 MALMÖ",
  id_number: "19800101-1234",
};
const withCell = (column: string, cell: string) => ROW.map((was, place) => (HEAD[place] === column ? cell : was));

test("a row is an owner, with the address as on letters", () => {
  expect(ownersOf([HEAD, ROW])).toEqual({ rows: [READ], faults: [] });
});

test("columns are found by other names and in another order, and empty rows are skipped", () => {
  const table = [
    ["FÖRNAMN", "Efternamn", "reg.nr", "Gatuadress", "Post-ort", "Postort", "Postnr", "Kön"],
    ["", "", "", "", "", "", "", ""],
    ["Åsa", "Öberg", "tao98n", "Storgatan 1", "", "Malmö", "123 45", "K"],
    [" "],
  ];
  expect(ownersOf(table)).toEqual({
    rows: [
      {
        line: 3,
        case_number: "",
        plate: "tao98n",
        name: "Åsa Öberg",
        address: "Storgatan 1\n123 45 Malmö",
        id_number: "",
      },
    ],
    faults: [],
  });
});

test.each(["Organisationsnummer", "Org.nr", "Person-/organisationsnummer", "Personnr"])(
  "%s is the number of the owner",
  (name) => {
    const head = HEAD.map((column) => (column === "Personnummer" ? name : column));
    expect(ownersOf([head, withCell("Personnummer", "556000-0000")])).toMatchObject({
      rows: [{ id_number: "556000-0000" }],
    });
  },
);

test.each([
  ["1234567", "01234567"],
  ["1234 5674", "12345674"],
])("a case number written %j is %s", (typed, number) => {
  expect(ownersOf([HEAD, withCell("Ärendenummer", typed)])).toMatchObject({ rows: [{ case_number: number }] });
});

// Spec 4 §5: Exportera CSV (UTF-8
test.each([
  ["Ärendenummer", "123", "ärendenumret ska ha 8 siffror"],
  ["Ärendenummer", "=1+1", "ärendenumret ska ha 8 siffror"],
  ["Namn", " ", "namn saknas"],
  ["Namn", "å".repeat(201), "namnet är längre än 200 tecken"],
  ["Namn", "Å\u0000sa", "har tecken som inte kan läsas"],
  ["Namn", "\uFFFDsa", "har tecken som inte kan läsas"],
  ["Adress", "a".repeat(500), "adressen är längre än 500 tecken"],
  ["Regnr", "a".repeat(51), "registreringsnumret är för långt"],
  ["Personnummer", "1980", "person- eller organisationsnumret ska ha 10 eller 12 siffror"],
  ["Ägare", "Nej", "inte ägare enligt filen"],
  ["Ägare", "kanske", "Ägare ska vara ja eller nej"],
])("%s %j gives the message: %s", (column, cell, text) => {
  expect(ownersOf([HEAD, withCell(column, cell)])).toEqual({ rows: [], faults: [{ line: 2, text }] });
});

test("a row without a case, and one without an address, are reported", () => {
  const nameless = ["", "-", ...ROW.slice(2)];
  const homeless = [...ROW.slice(0, 3), "", "", "", "", "ja"];
  expect(ownersOf([HEAD, nameless, homeless])).toEqual({
    rows: [],
    faults: [
      { line: 2, text: "ärendenummer och registreringsnummer saknas" },
      { line: 3, text: "adress saknas" },
    ],
  });
});

test.each([
  [[], "Filen saknar kolumnen Ärendenummer eller Registreringsnummer."],
  [
    [
      ["Namn", "Adress"],
      ["Åsa", "Gatan 1"],
    ],
    "Filen saknar kolumnen Ärendenummer eller Registreringsnummer.",
  ],
  [
    [
      ["Ärendenummer", "Adress"],
      ["12345674", "Gatan 1"],
    ],
    "Filen saknar kolumnen Namn.",
  ],
  [
    [
      ["Ärendenummer", "Namn"],
      ["12345674", "Åsa"],
    ],
    "Filen saknar kolumnen Adress.",
  ],
  [[HEAD], "Filen har inga rader."],
  [[HEAD, ...Array.from({ length: 5001 }, () => ROW)], "Filen har fler än 5 000 rader. Dela upp den."],
])("a file that is none of owners", (table, problem) => {
  expect(ownersOf(table)).toEqual({ problem });
});

const match = (state: MatchedOwner["state"], id: string | null = null): MatchedOwner => ({
  state,
  fine_id: id,
  case_number: id && "12345674",
  plate: id && "TAO 98N",
  status: id === null ? null : "issued",
  last_event: id && `event ${id}`,
});
const rowAt = (line: number) => ({ ...READ, line, case_number: "" });

describe("the preview", () => {
  // Spec 4 §5: Exportera CSV (UTF-8
  test("counts the known rows, and names the rows that are not read in", () => {
    const rows = [2, 3, 4, 6, 7, 8].map(rowAt);
    const states = (["already", "unknown", "other-plate", "several", "ended", "placed"] as const).map((state) =>
      match(state, state === "unknown" ? null : state),
    );
    expect(previewOf({ rows, faults: [{ line: 5, text: "namn saknas" }] }, states)).toEqual({
      placed: [{ ...rowAt(8), case_number: "12345674", fineId: "placed", lastEvent: "event placed" }],
      already: 1,
      unknown: 1,
      faults: [
        { line: 2, text: "ärendet har redan en mottagare" },
        { line: 3, text: "hör inte till något ärende" },
        { line: 4, text: "ärendet gäller ett annat registreringsnummer" },
        { line: 5, text: "namn saknas" },
        { line: 6, text: "flera ärenden väntar på bilens ägare, ange ärendenummer" },
        { line: 7, text: "ärendet är avslutat och behöver ingen ägare" },
      ],
    });
  });

  test("the first of two rows for one case counts", () => {
    const { placed, faults } = previewOf({ rows: [rowAt(2), rowAt(3)], faults: [] }, [
      match("placed", "one"),
      match("placed", "one"),
    ]);
    expect(placed.map(({ line }) => line)).toEqual([2]);
    expect(faults).toEqual([{ line: 3, text: "samma ärende som rad 2" }]);
  });
});
