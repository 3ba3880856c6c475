import { PLATE_SIGNS } from "./signs.ts";

/**
 * A position in a pattern: its allowed signs (indices of PLATE_SIGNS), whether they belong to the plate, and whether look-alike signs
 * count: an O counts as 0 where only digits are allowed.
 */
type Place = { takes: ReadonlySet<number>; isPart: boolean; takesAlike: boolean };

/** A pattern of plates: its positions, how rare it is here (a logarithm), and whether its length is fixed. */
export type Pattern = { places: readonly Place[]; prior: number; isFixed: boolean };

const signs = (text: string): ReadonlySet<number> => new Set(Array.from(text, (sign) => PLATE_SIGNS.indexOf(sign)));
const DIGITS = signs("0123456789");
const ALL_LETTERS = signs("ABCDEFGHIJKLMNOPQRSTUVWXYZ");
/** Letters of Swedish plates, without I, Q and V, which look too much like others (Transportstyrelsen). */
const SWEDISH_LETTERS = signs("ABCDEFGHJKLMNOPRSTUWXYZ");
const SWEDISH_LAST = signs("ABCDEFGHJKLMNPRSTUWXYZ");
/** Letters of Norwegian and Danish plates. */
const NORTHERN_LETTERS = signs("ABCDEFGHJKLMNPRSTUVWXYZ");

const times = (count: number, takes: ReadonlySet<number>, takesAlike = true): Place[] =>
  Array.from({ length: count }, () => ({ takes, isPart: true, takesAlike }));

/** The last sign may be a letter or a digit, so look-alike signs do not count there. */
const SWEDISH = [DIGITS, SWEDISH_LAST].map((last) => [
  ...times(3, SWEDISH_LETTERS),
  ...times(2, DIGITS),
  ...times(1, last, false),
]);
const NORTHERN = [...times(2, NORTHERN_LETTERS), ...times(5, DIGITS)];
/** Plates of Finland, Iceland and Germany: letters and then digits, of varying number. */
const OTHERS = [2, 3, 4, 5].flatMap((letters) =>
  [1, 2, 3, 4].map((digits) => [...times(letters, ALL_LETTERS, false), ...times(digits, DIGITS, false)]),
);
/** The country sign of the plate's band, when the detector took it for part of the plate. */
const COUNTRY: Place = { takes: signs("S"), isPart: false, takesAlike: false };

/** Letters and digits that look alike. */
const ALIKE = ["0OQ", "1I", "2Z", "5S", "8B"];

/** The look-alike signs of each sign: letters for a digit, the digit for a letter. */
export const LOOKS_LIKE: readonly (readonly number[])[] = PLATE_SIGNS.map((sign, at) => {
  const group = ALIKE.find((signs) => signs.includes(sign)) ?? "";
  return [...signs(group)].filter((other) => DIGITS.has(other) !== DIGITS.has(at));
});

/** The patterns of plates, Nordic and German (document 4 §6a), with the logarithm of their rarity; Swedish plates have 0. */
export const PATTERNS: readonly Pattern[] = [
  ...SWEDISH.map((places) => ({ places, prior: 0, isFixed: true })),
  ...SWEDISH.map((places) => ({ places: [COUNTRY, ...places], prior: -2, isFixed: true })),
  { places: NORTHERN, prior: -2.5, isFixed: true },
  ...OTHERS.map((places) => ({ places, prior: -4, isFixed: false })),
];

/** The plate in a text under a pattern, without the country sign. */
export const plateUnder = ({ places }: Pattern, text: readonly number[]): string =>
  text.map((sign, at) => (places[at]?.isPart === true ? PLATE_SIGNS[sign] : "")).join("");
