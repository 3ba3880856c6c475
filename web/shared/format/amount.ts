/** Digits in groups of three, split by dots, commas or apostrophes: `6 450 000`, `6.450.000`, `6,450`. */
const GROUPED = /^\d{1,3}(?:[.,'’]\d{3})+$/;
/** Digits with up to two decimals after a comma or a dot. */
const PLAIN = /^\d+(?:[.,]\d{1,2})?$/;

/**
 * Reads an amount in kronor as people type it (`6450000`, `6 450 000 kr`, `6.450.000`, `99,50`); undefined for other text. A separator
 * before exactly three digits splits thousands, because nobody types thousandths of a krona.
 */
export function parseAmount(typed: string): number | undefined {
  const text = typed
    .trim()
    .replace(/\s*(?:kr|sek|:-)\.?$/i, "")
    .replace(/^sek\s*/i, "")
    .replace(/\s+/g, "");
  if (GROUPED.test(text)) return Number(text.replace(/\D/g, ""));
  return PLAIN.test(text) ? Number(text.replace(",", ".")) : undefined;
}

/** An amount in öre as a person would type it in kronor (`700`, `700,50`); an empty text for zero or less. */
export const typedOre = (ore: number): string =>
  ore <= 0 ? "" : (ore / 100).toFixed(ore % 100 === 0 ? 0 : 2).replace(".", ",");
