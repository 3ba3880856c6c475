/** A text of digits in groups of three, split by dots, commas or apostrophes: `6 450 000`, `6.450.000`, `6,450`. */
const GROUPED = /^\d{1,3}(?:[.,'’]\d{3})+$/;
/** Digits with up to two decimals behind a comma or a dot. */
const PLAIN = /^\d+(?:[.,]\d{1,2})?$/;

/**
 * An amount in kronor as people type it (`6450000`, `6 450 000 kr`, `6.450.000`, `99,50`) as a number; undefined when it is none.
 * A separator before exactly three digits splits thousands: nobody means thousandths of a krona.
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

/** Öre as people type them into a field of kronor: `700`, `700,50`; an empty text for nothing. */
export const typedOre = (ore: number): string =>
  ore <= 0 ? "" : (ore / 100).toFixed(ore % 100 === 0 ? 0 : 2).replace(".", ",");
