import { PLATE_SIGNS } from "./signs.ts";

/**
 * A place in a pattern: which signs it takes (indices of PLATE_SIGNS), whether they are part of the plate, and whether a sign that looks like
 * one of them counts for it: where only digits may stand, an O is a 0.
 */
type Place = { takes: ReadonlySet<number>; isPart: boolean; takesAlike: boolean };

/** A way that plates are made: its places, how seldom it is met here (a logarithm), and whether its number of signs is always the same. */
export type Pattern = { places: readonly Place[]; prior: number; isFixed: boolean };

const signs = (text: string): ReadonlySet<number> => new Set(Array.from(text, (sign) => PLATE_SIGNS.indexOf(sign)));
const DIGITS = signs("0123456789");
const ALL_LETTERS = signs("ABCDEFGHIJKLMNOPQRSTUVWXYZ");
/** Letters of Swedish plates: I, Q and V look too much like others (Transportstyrelsen). */
const SWEDISH_LETTERS = signs("ABCDEFGHJKLMNOPRSTUWXYZ");
const SWEDISH_LAST = signs("ABCDEFGHJKLMNPRSTUWXYZ");
/** Letters of Norwegian and Danish plates. */
const NORTHERN_LETTERS = signs("ABCDEFGHJKLMNPRSTUVWXYZ");

const times = (count: number, takes: ReadonlySet<number>, takesAlike = true): Place[] =>
  Array.from({ length: count }, () => ({ takes, isPart: true, takesAlike }));

/** The last sign may be either: there a B is no 8. */
const SWEDISH = [DIGITS, SWEDISH_LAST].map((last) => [
  ...times(3, SWEDISH_LETTERS),
  ...times(2, DIGITS),
  ...times(1, last, false),
]);
const NORTHERN = [...times(2, NORTHERN_LETTERS), ...times(5, DIGITS)];
/** Finland, Iceland and Germany: their letters and then their digits, of which there may be more or fewer. */
const OTHERS = [2, 3, 4, 5].flatMap((letters) =>
  [1, 2, 3, 4].map((digits) => [...times(letters, ALL_LETTERS, false), ...times(digits, DIGITS, false)]),
);
/** The band's sign of the country, where the detector took it for a part of the plate. */
const COUNTRY: Place = { takes: signs("S"), isPart: false, takesAlike: false };

/** Letters and digits that are drawn alike. */
const ALIKE = ["0OQ", "1I", "2Z", "5S", "8B"];

/** For each sign those of the other kind (letters for a digit, the digit for a letter) that look like it. */
export const LOOKS_LIKE: readonly (readonly number[])[] = PLATE_SIGNS.map((sign, at) => {
  const group = ALIKE.find((signs) => signs.includes(sign)) ?? "";
  return [...signs(group)].filter((other) => DIGITS.has(other) !== DIGITS.has(at));
});

/** Patterns of plates, Nordic and German (document 4 §6a); logarithms of how seldom they are met, Swedish ones being 0. */
export const PATTERNS: readonly Pattern[] = [
  ...SWEDISH.map((places) => ({ places, prior: 0, isFixed: true })),
  ...SWEDISH.map((places) => ({ places: [COUNTRY, ...places], prior: -2, isFixed: true })),
  { places: NORTHERN, prior: -2.5, isFixed: true },
  ...OTHERS.map((places) => ({ places, prior: -4, isFixed: false })),
];

/** What a text says as a plate under a pattern: without the sign of its country. */
export const plateUnder = ({ places }: Pattern, text: readonly number[]): string =>
  text.map((sign, at) => (places[at]?.isPart === true ? PLATE_SIGNS[sign] : "")).join("");
