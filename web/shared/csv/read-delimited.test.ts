import { expect, test } from "vitest";
import { decodeText, readDelimited, readTable } from "./read-delimited.ts";

const TEXT = "Namn;Ort\r\nÅsa Öberg;Malmö";

// Spec 4 §5: Exportera CSV (UTF-8
test.each([
  ["UTF-8", new TextEncoder().encode(TEXT)],
  ["UTF-8 with its mark", new TextEncoder().encode(`\uFEFF${TEXT}`)],
  ["Windows-1252", new Uint8Array(Buffer.from(TEXT, "latin1"))],
  ["UTF-16", new Uint8Array([0xff, 0xfe, ...Buffer.from(TEXT, "utf16le")])],
])("%s is read", (_name, bytes) => {
  expect(decodeText(bytes)).toBe(TEXT);
});

// Spec 4 §5: Tillstånd: list, search,
test.each([
  [
    "semicolons",
    "a;b,c\r\n1;2",
    [
      ["a", "b,c"],
      ["1", "2"],
    ],
  ],
  [
    "commas",
    "a,b\n1,2",
    [
      ["a", "b"],
      ["1", "2"],
    ],
  ],
  [
    "tabs",
    "a\tb\n1\t2",
    [
      ["a", "b"],
      ["1", "2"],
    ],
  ],
  [
    "quotes",
    'a;b\n"1;""x""\n2";3',
    [
      ["a", "b"],
      ['1;"x"\n2', "3"],
    ],
  ],
  ["one column", "a\n1", [["a"], ["1"]]],
  ["a quote that does not end", 'a;b\n"1;2', undefined],
])("a table with %s", (_name, text, rows) => {
  expect(readDelimited(text)).toEqual(rows);
});

test.each([
  ["a row of a million cells", ";".repeat(1_000_000), "noText"],
  ["as many of both as a register has", `${"a;".repeat(199)}b\n${"x".repeat(20_000)}`, [200, 1]],
])("a file with %s", async (_name, text, result) => {
  const table = await readTable(new Blob([text]), 5_000_000);
  expect(typeof table === "string" ? table : table.map(({ length }) => length)).toEqual(result);
});

test("a cell of a million characters is cut where it is too long for every field", async () => {
  const table = await readTable(new Blob([`Namn;Ort\n1${".000".repeat(250_000)};2`]), 5_000_000);
  expect(table).toEqual([
    ["Namn", "Ort"],
    [`1${".000".repeat(5000)}`.slice(0, 20_000), "2"],
  ]);
});
