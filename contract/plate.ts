/** Number plates: two ways of writing one plate are one plate (document 4 §2). */

/**
 * The one way to write a plate that others are compared by: capitals, and nothing but letters and digits. The database's
 * `private.plate_key` gives the same of letters that both know; Unicode has newer ones. Empty for a text without any.
 */
export const plateKey = (typed: string): string =>
  typed
    .normalize("NFKC")
    .toUpperCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, "");

/** Letters, digits, and what people put between them: blanks, dashes and dots. */
const WAY_OF_WRITING = /^[\p{L}\p{N}\s\p{Pd}.·]+$/u;

/** Whether a search may be for a plate in another way of writing; a text with other signs means what it says. */
export const mayBePlate = (typed: string): boolean =>
  WAY_OF_WRITING.test(typed.normalize("NFKC")) && plateKey(typed) !== "";

const SWEDISH = /^([A-ZÅÄÖ]{3})(\d{2}[\dA-Z])$/;

/** A plate as people read it: capitals, a Swedish one with a space behind its letters; any other as it was typed. */
export const readablePlate = (typed: string): string =>
  SWEDISH.test(plateKey(typed)) ? plateKey(typed).replace(SWEDISH, "$1 $2") : typed.trim().toUpperCase();
