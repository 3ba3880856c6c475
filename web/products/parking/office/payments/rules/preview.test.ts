// The preview of booking a file, and the division of an amount over cases.
import { expect, test } from "vitest";
import type { BankRow, RowMatch } from "#data/payments/bank-rows.ts";
import { oreWanted, previewOf } from "./preview.ts";
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
const NO_FEE = { fee_ore: null, lifts_fee_ore: null };
const of = (case_number: string, left: number): RowMatch => ({
  state: "placed",
  case_number,
  status: "issued",
  left_ore: left * 100,
  ...NO_FEE,
});
/** A reminded case of 700 kr. Its fee of 60 kr is dropped by 700 kr of the reminder's day or earlier, which this row is. */
const early: RowMatch = {
  state: "placed",
  case_number: "1",
  status: "reminded",
  left_ore: 76_000,
  fee_ore: 6000,
  lifts_fee_ore: 70_000,
};
/** The same case, for a row of a later day. */
const late: RowMatch = { ...early, ...NO_FEE };
const unknown: RowMatch = { state: "unknown", case_number: null, status: null, left_ore: null, ...NO_FEE };

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
  ["money of before a reminder, which lifts its fee", [[700, early]], ["placed 0"]],
  ["too little of it for that", [[699.99, early]], ["little 6001"]],
  ["the whole claim of before it", [[760, early]], ["much -6000"]],
  ["money of after it", [[700, late]], ["little 6000"]],
  [
    "some before and some after it",
    [
      [350, early],
      [350, late],
    ],
    ["little 6000", "little 6000"],
  ],
  [
    "two rows before it",
    [
      [350, early],
      [350, early],
    ],
    ["placed 0", "placed 0"],
  ],
])("%s", (_name, pairs, states, smallBalance) => {
  expect(statesOf(pairs, smallBalance)).toEqual(states);
});

// Spec 4 §5: Exportera CSV (UTF-8
test.each([
  ["lifts the fee", early, 1000, 70_000],
  ["is too little to lift it", early, 500, 76_000],
  ["is of after the reminder", late, 1000, 76_000],
  ["is of a case that is paid too much", of("1", -1), 1000, 0],
])("the part that a case gets of a payment that %s", (_name, match, kronor, expected) => {
  expect(oreWanted(rowOf(kronor), match)).toBe(expected);
});

// Spec 4 §5: Exportera CSV (UTF-8
test("rows that were read before do not count as new or as paid; rows that need a look come first", () => {
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
