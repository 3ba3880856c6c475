/** Number plates: two spellings of a plate are the same plate (document 4 §2). */

/**
 * The spelling of a plate by which plates are compared: capitals, with nothing but letters and digits. The database's `private.plate_key`
 * gives the same for letters that both know; Unicode has newer ones. Empty for a text without letters and digits.
 */
export const plateKey = (typed: string): string =>
  typed
    .normalize("NFKC")
    .toUpperCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, "");

/** Letters, digits, and the signs that people put between them: blanks, dashes and dots. */
const WAY_OF_WRITING = /^[\p{L}\p{N}\s\p{Pd}.·]+$/u;

/** Whether a search may be for a plate in another spelling. A text with other signs is searched as it stands. */
export const mayBePlate = (typed: string): boolean =>
  WAY_OF_WRITING.test(typed.normalize("NFKC")) && plateKey(typed) !== "";

const SWEDISH = /^([A-ZÅÄÖ]{3})(\d{2}[\dA-Z])$/;

/** A plate as people read it: capitals, a Swedish plate with a space behind its letters; any other plate as it was typed. */
export const readablePlate = (typed: string): string =>
  SWEDISH.test(plateKey(typed)) ? plateKey(typed).replace(SWEDISH, "$1 $2") : typed.trim().toUpperCase();
