// What booking a file would do, as the preview says it; and how an amount is divided over cases.
import { expect, test } from "vitest";
import type { BankRow, RowMatch } from "#data/payments/bank-rows.ts";
import { previewOf } from "./preview.ts";
import { guessColumns } from "./guess-columns.ts";

let rows = 0;
const rowOf = (kronor: number): BankRow => ({
  bank_key: `${(rows += 1)}`,
  amount_ore: Math.round(kronor * 100),
  value_date: "2026-11-20",
  reference: "",
  payer_text: "",
  method: "account",
});
const of = (case_number: string, left: number): RowMatch => ({
  state: "placed",
  case_number,
  status: "issued",
  left_ore: left * 100,
});
const unknown: RowMatch = { state: "unknown", case_number: null, status: null, left_ore: null };

const statesOf = (pairs: [number, RowMatch][], smallBalance = 0) =>
  previewOf(
    pairs.map(([kronor]) => rowOf(kronor)),
    pairs.map(([, match]) => match),
    smallBalance,
  ).rows.map(({ state, leftAfter }) => `${state} ${leftAfter}`);

test.each<[string, [number, RowMatch][], string[], number?]>([
  ["all of it", [[700, of("1", 700)]], ["placed 0"]],
  ["1 öre short", [[699.99, of("1", 700)]], ["little 1"]],
  ["as short as the site allows", [[699, of("1", 700)]], ["placed 100"], 1],
  ["1 öre too much", [[700.01, of("1", 700)]], ["much -1"]],
  ["a case that is paid or withdrawn", [[700, of("1", 0)]], ["much -70000"]],
  [
    "one case in two rows",
    [
      [350, of("1", 700)],
      [350, of("1", 700)],
    ],
    ["placed 0", "placed 0"],
  ],
  [
    "one case twice",
    [
      [700, of("1", 700)],
      [700, of("1", 700)],
    ],
    ["much -70000", "much -70000"],
  ],
  [
    "two cases",
    [
      [700, of("1", 700)],
      [1, of("2", 700)],
    ],
    ["little 69900", "placed 0"],
  ],
  ["no case", [[700, unknown]], ["unknown 0"]],
])("%s", (_name, pairs, states, smallBalance) => {
  expect(statesOf(pairs, smallBalance)).toEqual(states);
});

test("rows that are read already are not counted as new, nor as paid; those that want a look come first", () => {
  const already: RowMatch = { ...of("1", 700), state: "already" };
  const given = [rowOf(700), rowOf(350), rowOf(10)];
  const preview = previewOf(given, [already, of("1", 700), unknown], 0);
  expect(preview.rows.map(({ state }) => state)).toEqual(["unknown", "little", "already"]);
  expect(preview).toMatchObject({
    counts: { placed: 0, little: 1, much: 0, unknown: 1, already: 1 },
    newRows: 2,
    newOre: 36_000,
  });
});

test.each([
  [
    ["Bokföringsdatum", "Belopp", "Meddelande", "Avsändare"],
    ["0", "1", "2", "3", ""],
  ],
  [
    ["Insatt", "Dag", "OCR", "Namn", "Löpnummer"],
    ["1", "0", "2", "3", "4"],
  ],
  [
    ["A", "B", "C"],
    ["", "", "", "", ""],
  ],
])("the columns %j are guessed as %j", (headers, [date, amount, reference, payer, key]) => {
  expect(guessColumns(headers)).toEqual({ date, amount, reference, payer, key });
});
