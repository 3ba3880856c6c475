/** Signs that a plate's reader tells apart, in the order of the cut recogniser's classes; tools/plate-models.mjs keeps these of its 6 625. */

/** Signs as plates carry them. The recogniser knows neither Å nor Ö: on a personal plate they are read as A and O. */
export const PLATE_SIGNS = Array.from("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ");

/** Marks between the signs of a plate: they part its signs as a blank does. */
const SEPARATORS = Array.from(" -.·:");

/** Small letters that look like their capitals at any size. */
const SMALL = Array.from("ckopsuvwxyz");

/** Dictionary signs that the cut recogniser keeps. Its class 0 is the blank of CTC, and sign `n` of this list is its class `n + 1`. */
export const KEPT_SIGNS = [...PLATE_SIGNS, ...SEPARATORS, ...SMALL];

/** Index of the blank among the folded classes, behind all plate signs. */
export const BLANK = PLATE_SIGNS.length;

/** For each class of the cut recogniser the sign of a plate that it counts for, or the blank. */
export const FOLDED: readonly number[] = [
  BLANK,
  ...KEPT_SIGNS.map((sign) => {
    const at = PLATE_SIGNS.indexOf(sign.toUpperCase());
    return at === -1 ? BLANK : at;
  }),
];
