import { isChecked } from "#contract/luhn.ts";
import { plateKey } from "#contract/plate.ts";

/**
 * The reason for a suggestion: the text of the payment holds the case's number, its number with one wrong digit, or its plate, or its payer
 * has paid for the car before.
 */
export type SuggestedBy = "number" | "digit" | "plate" | "payer";

/** The keys of cases that a payment's text holds, and the plates that its payer paid for before. */
export type NamedKeys = {
  numbers: readonly string[];
  corrected: readonly string[];
  plates: readonly string[];
  payersPlates?: readonly string[];
};

/** An open case with the öre that it needs of the payment. */
export type Candidate = { case_number: string; plate: string; wantedOre: number };

/** Cases whose rests together are exactly the rest of the payment. */
export type Suggestion<Case extends Candidate> = { by: SuggestedBy; cases: readonly Case[] };

/** Eight digits that stand alone, also in two groups of four, as the database reads them. */
const NUMBER = /(?<!\d)\d{4}[ -]?\d{4}(?!\d)/gu;
/** Digits in any groups. */
const GROUPED = /\d+(?:[ .-]\d+)*/gu;
const PLATE = /(?<![\p{L}\p{N}])[A-ZÅÄÖ]{3}[ -]?\d{2}[A-Z\d](?![\p{L}\p{N}])/giu;

/** A case number has eight digits, the last of which checks the others. */
const LENGTH = 8;
/** A placing has at most this many parts. */
const MOST = 20;

/** The case numbers and plates that a text may mean. A number whose check digit is wrong is also corrected in each place. */
export function keysNamedIn(text: string): NamedKeys {
  const digits = [NUMBER, GROUPED].flatMap((pattern) => text.match(pattern) ?? []).map(plateKey);
  const numbers = unique(digits.filter(({ length }) => length === LENGTH)).slice(0, MOST);
  const wrong = numbers.filter((number) => !isChecked(number));
  return {
    numbers,
    corrected: unique(wrong.flatMap(correctionsOf)).slice(0, MOST * 2),
    plates: unique((text.match(PLATE) ?? []).map(plateKey)).slice(0, MOST),
  };
}

/**
 * The cases that a payment can be placed on by one press. Numbers come before numbers with a wrong digit, these before plates and these before the
 * payer's cars; all cases of the text come before one of them. Only cases that need exactly the rest of the payment are suggested.
 */
export function suggestionsFor<Case extends Candidate>(
  named: NamedKeys,
  leftOre: number,
  cases: readonly Case[],
): Suggestion<Case>[] {
  const numbers = cases.filter(({ case_number: number }) => named.numbers.includes(number));
  const corrected = cases.filter(({ case_number: number }) => named.corrected.includes(number));
  const plates = cases.filter(({ plate }) => named.plates.includes(plateKey(plate)));
  const payers = cases.filter(({ plate }) => named.payersPlates?.includes(plateKey(plate)) === true);
  const together = (by: SuggestedBy, some: readonly Case[]) => fitting(leftOre, [{ by, cases: some }]);
  const each = (by: SuggestedBy, some: readonly Case[]) =>
    fitting(
      leftOre,
      some.map((one) => ({ by, cases: [one] })),
    );
  // Several corrections that fit equally well are a guess.
  const oneCorrected = each("digit", corrected).length === 1 ? each("digit", corrected) : [];
  const tries = [
    together("number", numbers),
    each("number", numbers),
    together("digit", numbers.length === 0 ? [] : [...numbers, ...corrected]),
    oneCorrected,
    together("plate", plates),
    each("plate", plates),
    together("payer", payers),
    each("payer", payers),
  ];
  return tries.find(({ length }) => length > 0) ?? [];
}

const fitting = <Case extends Candidate>(leftOre: number, suggestions: readonly Suggestion<Case>[]) =>
  suggestions.filter(
    ({ cases }) =>
      cases.length > 0 &&
      cases.length <= MOST &&
      cases.every(({ wantedOre }) => wantedOre > 0) &&
      cases.reduce((sum, { wantedOre }) => sum + wantedOre, 0) === leftOre,
  );

/** The numbers with a right check digit that differ from a number in one digit. */
const correctionsOf = (number: string): string[] =>
  Array.from(number).flatMap((_, at) =>
    Array.from("0123456789", (digit) => number.slice(0, at) + digit + number.slice(at + 1)).filter(isChecked),
  );

const unique = (texts: readonly string[]): string[] => [...new Set(texts)];
