import { expect, test } from "vitest";
import type { LedgerRow } from "#data/ledger_months/queries.ts";
import { ROW_COLUMNS, rowCells } from "./row-cells.ts";

const ROW: LedgerRow = {
  key: "k",
  month: "2026-12-01",
  day: "2026-11-05",
  kind: "withdrawn",
  payee: "",
  case_number: "12345674",
  lines: [
    ["income_vat", "3001", 56_000],
    ["vat", "2611", 14_000],
    ["claim", "1510", -70_000],
  ],
  by_id: "admin01",
  at: "2026-12-03T09:05:00Z",
  file_name: null,
};

// Spec rules §14: Each öre of the books
test("a row of a file says verification, days, case, accounts, its VAT once, and who booked it when", () => {
  const cells = rowCells(ROW, "hamnen");
  expect(cells.map((line) => line.length)).toEqual([1, 2, 3].map(() => ROW_COLUMNS.length));
  expect(cells[0]).toEqual([
    "20261105-10-202612",
    "2026-12-01",
    "2026-11-05",
    "hamnen",
    "Makulerade",
    "12345674",
    "",
    "3001",
    "Kontrollavgifter, 25 % moms",
    "560,00",
    "",
    "-140,00",
    "admin01",
    "2026-12-03 10:05",
    "",
  ]);
  expect(cells.map((line) => line.slice(9, 12))).toEqual([
    ["560,00", "", "-140,00"],
    ["140,00", "", ""],
    ["", "700,00", ""],
  ]);
});

test("money without a case, of a month whose rows were not kept, has no person and no number", () => {
  const [line] = rowCells({ ...ROW, kind: "unplaced", case_number: null, by_id: null, at: null }, "hamnen");
  expect([line?.[5], line?.[12], line?.[13]]).toEqual(["", "", ""]);
});
