/**
 * Mistakes of a hand in a plate: the one list of rules for the database (`private.similar_keys`), the phone and the visitor's form
 * (document 4 §4, `similar`). tests/backend/cases/alike-plates.test.ts compares the three.
 */
import { plateKey } from "./plate.ts";

/** Letters with accents and letters of other alphabets, by the Latin letter that each looks like. The Cyrillic З looks like a 3. */
const LATIN: Readonly<Record<string, string>> = {
  A: "ÀÁÂÃÄÅĀĂĄǍΑА",
  B: "ΒВ",
  C: "ÇĆĈĊČС",
  D: "ĎĐÐ",
  E: "ÈÉÊËĒĔĖĘĚΕЕЁ",
  G: "ĜĞĠĢ",
  H: "ĤĦΗН",
  I: "ÌÍÎÏĨĪĬĮİΙІЇ",
  J: "ĴЈ",
  K: "ĶΚК",
  L: "ĹĻĽŁ",
  M: "ΜМ",
  N: "ÑŃŅŇΝ",
  O: "ÒÓÔÕÖØŌŎŐΟО",
  P: "ΡР",
  R: "ŔŖŘ",
  S: "ŚŜŞŠȘЅ",
  T: "ŢŤŦȚΤТ",
  U: "ÙÚÛÜŨŪŬŮŰŲ",
  W: "Ŵ",
  X: "ΧХ",
  Y: "ÝŶŸΥУ",
  Z: "ŹŻŽΖ",
  3: "З",
};

/** Letters that people read as a digit, and groups that they confuse. */
const DIGIT_LIKE: Readonly<Record<string, string>> = { 0: "OQ", 1: "IL", 2: "Z", 5: "S", 8: "B" };

/** Codes of countries that people write before or behind a plate. */
const COUNTRY_CODES =
  "S SE SWE N NO NOR DK DNK FIN FI D DE DEU PL POL EST EE LV LVA LT LTU NL NLD B BE F FR GB UK A AT CH CZ I IT E ES UA UKR".split(
    " ",
  );

const signsTo = (groups: Readonly<Record<string, string>>) =>
  new Map(Object.entries(groups).flatMap(([to, signs]) => Array.from(signs, (sign) => [sign, to] as const)));
const latin = signsTo(LATIN);
const digits = signsTo(DIGIT_LIKE);

const latinOf = (key: string) => Array.from(key, (sign) => latin.get(sign) ?? sign).join("");
const digitOf = (sign: string) => digits.get(sign) ?? sign;

/** Signs that are folded, with the sign that each becomes. */
export const FOLDED: ReadonlyMap<string, string> = new Map([
  ...[...latin].map(([sign, to]) => [sign, digitOf(to)] as const),
  ...digits,
]);

/** Folds the key of a plate: signs that look alike become one sign. Plates with the same folded key are easily confused. */
export const foldPlate = (key: string): string =>
  key.replaceAll(/[^\dACDEFGHJKMNPRTUVWXY]/gu, (sign) => FOLDED.get(sign) ?? sign);

/** Signs of a folded plate. */
const FOLDED_SIGNS = Array.from("0123456789ACDEFGHJKMNPRTUVWXY");
const FOLDED_CODES = [...new Set(COUNTRY_CODES.map(foldPlate))];
/** Longest plate that is compared, with its country code. */
const LONGEST = 12;

/**
 * Nearness of another plate: it reads the same, or the same but for a country code, or differs in one sign that is wrong, more, fewer, or
 * swapped.
 */
export type Likeness = 0 | 1 | 2;

/**
 * Folded plates that a hand may have meant or written for this key, with their nearness. Plates of one sign, or of more than twelve, have
 * none.
 */
export function alikePlates(key: string): ReadonlyMap<string, Likeness> {
  const folded = foldPlate(key);
  const signs = Array.from(folded);
  const found = new Map<string, Likeness>();
  if (signs.length < 2 || signs.length > LONGEST) return found;
  const add = (plate: string, likeness: Likeness) => {
    if (plate !== "" && !found.has(plate)) found.set(plate, likeness);
  };
  add(folded, 0);
  for (const code of FOLDED_CODES) {
    add(code + folded, 1);
    add(folded + code, 1);
    if (folded.startsWith(code)) add(folded.slice(code.length), 1);
    if (folded.endsWith(code)) add(folded.slice(0, -code.length), 1);
  }
  for (let at = 0; at <= signs.length; at += 1) {
    const [before, own, after] = [signs.slice(0, at).join(""), signs[at], signs.slice(at + 1).join("")];
    for (const sign of FOLDED_SIGNS) add(before + sign + (own ?? "") + after, 2);
    if (own === undefined) continue;
    add(before + after, 2);
    for (const sign of FOLDED_SIGNS) add(before + sign + after, 2);
    const next = signs[at + 1];
    if (next !== undefined) add(before + next + own + signs.slice(at + 2).join(""), 2);
  }
  return found;
}

/** Signs of a Swedish plate by their places: three letters, two digits, a digit or a letter. */
const SWEDISH = /^[A-Z]{3}\d{2}[\dA-Z]$/;

/** Whether a plate has the form of a Swedish one, in letters A to Z. */
export const isSwedishForm = (typed: string): boolean => SWEDISH.test(plateKey(typed));

/** Letters for digits that stand in the place of a letter: Swedish plates have no I and no Q. */
const LETTER_FOR: Readonly<Record<string, string>> = { 0: "O", 1: "L", 2: "Z", 5: "S", 8: "B" };

/** The key in the form of a Swedish plate, with each sign read by its place; undefined where that is not possible. */
function swedishOf(key: string): string | undefined {
  const signs = Array.from(latinOf(key));
  const read = signs.map((sign, at) => {
    if (at < 3) return LETTER_FOR[sign] ?? sign;
    // The last letter of a Swedish plate is never O, I or Q: such a sign is a digit.
    return at < 5 || "OIQ".includes(sign) ? digitOf(sign) : sign;
  });
  const plate = read.join("");
  return SWEDISH.test(plate) ? plate : undefined;
}

/**
 * The Swedish plate that a person probably meant who typed another form: signs that look alike are read by their places, and a country code
 * is left out.
 */
export function proposedPlate(typed: string): string | undefined {
  const key = plateKey(typed);
  const whole = swedishOf(key);
  if (whole !== undefined) return whole;
  const plain = latinOf(key);
  const words = plateWords(typed);
  const rests = COUNTRY_CODES.flatMap((code) => {
    // A country code of one letter counts as a part of the plate unless it stands apart.
    const isCode = (word: string | undefined) => code.length > 1 || word === code;
    return [
      ...(plain.startsWith(code) && isCode(words.at(0)) ? [plain.slice(code.length)] : []),
      ...(plain.endsWith(code) && isCode(words.at(-1)) ? [plain.slice(0, -code.length)] : []),
    ];
  });
  // No plate is proposed where a country code was left out and a digit stands in the place of a letter: the guess would be too uncertain.
  return rests
    .filter((rest) => /^[A-Z]{3}/.test(rest))
    .map(swedishOf)
    .find((plate) => plate !== undefined);
}

const plateWords = (typed: string) =>
  typed
    .split(/[^\p{L}\p{N}]+/u)
    .map(plateKey)
    .filter((word) => word !== "");
