import { expect, test } from "vitest";
import type { ExportedCase } from "#data/fines/export.ts";
import { toCsv } from "#shared/format/csv.ts";
import { CASE_COLUMNS, caseCells } from "./case-csv.ts";

const FINE: ExportedCase = {
  id: "1",
  created_at: "2026-11-22T12:00:00+00:00",
  kind: "ticket",
  case_number: "12345674",
  status: "reminded",
  plate: "TAO 98N",
  car_model: "Volvo V60",
  car_color: "Röd",
  street: "Åkergränd 1",
  violation_code: "02",
  violation_text: "Parkerat längre än tillåten tid",
  amount: 700,
  fee: 60,
  paid_ore: 50_050,
  left_ore: 25_950,
  issued_at: "2026-11-22T13:04:00+00:00",
  issued_by: "vakt01",
  due_date: "2026-12-06",
  delivery: "fixed",
  needs_review: false,
};
/** The cells by their columns. */
const cells = (over: Partial<ExportedCase>) =>
  Object.fromEntries(caseCells({ ...FINE, ...over }).map((cell, place) => [CASE_COLUMNS[place], cell]));

// Spec 4 §5: Exportera CSV (UTF-8
test("a case has a cell for each column: ISO days, kronor with a decimal comma, states in words", () => {
  expect(caseCells(FINE)).toHaveLength(CASE_COLUMNS.length);
  expect(cells({})).toMatchObject({
    Ärendenummer: "12345674",
    Status: "Påmint",
    "Belopp (kr)": "700,00",
    "Avgift (kr)": "60,00",
    "Betalt (kr)": "500,50",
    "Kvar att betala (kr)": "259,50",
    "Att återbetala (kr)": "0,00",
    Utfärdad: "2026-11-22 14:04",
    Förfallodag: "2026-12-06",
    Lämnad: "Fäst på bilen",
    "Att granska": "Nej",
  });
});

test("a surplus stands in a column of its own, because a negative amount would be escaped and no longer be a number", () => {
  expect(cells({ left_ore: -10_001 })).toMatchObject({
    "Kvar att betala (kr)": "0,00",
    "Att återbetala (kr)": "100,01",
  });
});

// Spec 4 §5: Exportera CSV (UTF-8
test("text by a driver or attendant cannot run in a spreadsheet", () => {
  expect(toCsv([caseCells({ ...FINE, street: "=HYPERLINK(1)", plate: "@X" })])).toContain(
    ";'@X;Volvo V60;Röd;'=HYPERLINK(1);",
  );
});
