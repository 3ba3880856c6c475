import { expect, test } from "vitest";
import { keysOf, readPermits, sortPermits, unreadColumns } from "./imported-permits.ts";

const TODAY = "2026-11-25";
const HEAD = [
  "Registreringsnummer",
  "Innehavare",
  "Anteckning",
  "Till vakterna",
  "Giltigt från",
  "Giltigt till och med",
];
const rows = (...table: string[][]) => {
  const read = readPermits(table, TODAY);
  if (typeof read === "string") throw new Error(read);
  return read;
};
const faultOf = (row: string[]) => {
  const [read] = rows(row);
  return read !== undefined && "fault" in read ? read.fault.replaceAll(/\s/g, " ") : undefined;
};

test("a row becomes a permit whose days are moments of the company's zone", () => {
  expect(rows(["tao 98n", "Åsa Berg", "Hyr plats 4", "Hantverkare", "2026-12-01", "2026-12-31"])).toEqual([
    {
      row: 1,
      plate: "TAO 98N",
      valid_from: "2026-12-01",
      valid_until: "2026-12-31",
      key: "TAO98N",
      permit: {
        plate: "TAO 98N",
        holder: "Åsa Berg",
        note: "Hyr plats 4",
        attendant_note: "Hantverkare",
        valid_from: "2026-11-30T23:00:00.000Z",
        valid_until: "2026-12-31T23:00:00.000Z",
      },
    },
  ]);
});

test("the plate alone is enough: the permit starts today and has no end", () => {
  expect(rows(["ABC123"])).toMatchObject([
    { permit: { plate: "ABC123", holder: "", valid_from: "2026-11-24T23:00:00.000Z", valid_until: null } },
  ]);
});

test("column names are no permit, and give the position of each column", () => {
  expect(rows(HEAD, ["ABC123", "Åsa"])).toMatchObject([{ row: 2, permit: { holder: "Åsa" } }]);
  expect(rows(["Innehavare", "Annat", "REGNR"], ["Åsa", "x", "ABC123"])).toMatchObject([
    { row: 2, permit: { plate: "ABC123", holder: "Åsa", note: "" } },
  ]);
});

// Spec 4 §5: Tillstånd: list, search,
test.each([
  [["---"], "Registreringsnumret ska ha minst en bokstav eller siffra"],
  [["A".repeat(51)], "Registreringsnummer är längre än 50 tecken"],
  [["ABC123", "a".repeat(201)], "Innehavare är längre än 200 tecken"],
  [["ABC123", "", "a".repeat(2001)], "Anteckning är längre än 2 000 tecken"],
  [["ABC123", "", "", "a".repeat(501)], "Till vakterna är längre än 500 tecken"],
  [["ABC123", "", "", "", "25/11 2026"], "Giltigt från: ”25/11 2026” är ingen dag. Skriv till exempel 2026-11-25"],
  [["ABC123", "", "", "", "0026-11-25"], "Giltigt från: ”0026-11-25” är ingen dag. Skriv till exempel 2026-11-25"],
  [
    ["ABC123", "", "", "", "", "2026-02-31"],
    "Giltigt till och med: ”2026-02-31” är ingen dag. Skriv till exempel 2026-11-25",
  ],
  [["ABC123", "", "", "", "2026-12-31", "2026-12-01"], "Sista dagen är före den första"],
  [["ABC123", "", "", "", "2026-01-01", "2026-11-24"], "Sista dagen har redan varit"],
  [["ABC123", "a\u0000b"], "Raden har tecken som inte kan sparas"],
  [["ABC123", "", "", "", "", "", "x"], "Raden har fler kolumner än sex"],
])("%j gives the message: %s", (row, fault) => {
  expect(faultOf(row)).toBe(fault);
});

test("a file without rows, and one with too many, is refused whole", () => {
  expect(readPermits([], TODAY)).toBe("Filen har inga rader.");
  expect(readPermits([HEAD], TODAY)).toBe("Filen har inga rader.");
  const many = Array.from({ length: 1001 }, (_, row) => [`ABC${row}`]);
  expect((readPermits(many, TODAY) as string).replaceAll(/\s/g, " ")).toBe(
    "Filen har 1 001 rader. Dela den i filer om högst 1 000.",
  );
});

// Spec 4 §5: Tillstånd: list, search,
test("a car that has a permit, or stands earlier in the file, is a duplicate in any spelling", () => {
  const read = rows(["ABC 123"], ["abc-123"], ["DEF456"], ["---"], ["GHI789"]);
  const { right, double, wrong } = sortPermits(read, new Set(["DEF456"]));
  expect(right.map(({ row }) => row)).toEqual([1, 5]);
  expect(double.map(({ row, why }) => `${row} ${why}`)).toEqual([
    "2 Står också på rad 1",
    "3 Har redan ett tillstånd här",
  ]);
  expect(wrong.map(({ row }) => row)).toEqual([4]);
  expect(keysOf(read)).toEqual(["ABC123", "DEF456", "GHI789"]);
});

test("unknown columns are named, and usual words for the first and the last day are known", () => {
  const names = ["Regnr", "Gäller från", "Gäller till", "Slutar", ""];
  expect(unreadColumns([[""], names, ["ABC123"]])).toEqual(["Slutar"]);
  expect(unreadColumns([["ABC123", "Åsa"]])).toEqual([]);
  expect(rows(names, ["ABC123", "2026-12-01", "2026-12-31"])).toMatchObject([
    { valid_from: "2026-12-01", valid_until: "2026-12-31" },
  ]);
});
