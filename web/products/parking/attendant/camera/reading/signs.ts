/**
 * The signs that the plate reader knows, in the order of the reduced network's classes. tools/plate-models.mjs keeps these of the network's
 * 6 625 classes.
 */

/** The signs of plates. The network knows neither Å nor Ö, so a personal plate with them is read with A and O. */
export const PLATE_SIGNS = Array.from("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ");

/** Separators between the signs of a plate; they count as a blank. */
const SEPARATORS = Array.from(" -.·:");

/** Small letters that look like their capitals. */
const SMALL = Array.from("ckopsuvwxyz");

/** The signs that the reduced network keeps. Its class 0 is CTC's blank, and sign `n` of this list is class `n + 1`. */
export const KEPT_SIGNS = [...PLATE_SIGNS, ...SEPARATORS, ...SMALL];

/** The index of the blank among the combined classes, after all plate signs. */
export const BLANK = PLATE_SIGNS.length;

/** The plate sign, or the blank, that each class of the reduced network counts for. */
export const FOLDED: readonly number[] = [
  BLANK,
  ...KEPT_SIGNS.map((sign) => {
    const at = PLATE_SIGNS.indexOf(sign.toUpperCase());
    return at === -1 ? BLANK : at;
  }),
];
