/** Texts of a site with fields in braces (`{kvar}`), which facts of a case fill. */

const FIELD = /\{([^{}\n]{1,40})\}/g;
const nameOf = (field: string) => field.trim().toLowerCase().normalize("NFC");

/** Fills a text with facts. A field without a fact stays visible. */
export const fillFields = (text: string, facts: Partial<Record<string, string>>): string =>
  text.replaceAll(FIELD, (whole, field: string) => {
    const fact = facts[nameOf(field)] ?? "";
    return fact === "" ? whole : fact;
  });

/** The unfilled fields in a text. */
export const gapsOf = (text: string): string[] => [...new Set(text.match(FIELD) ?? [])];

/** The fields in a text that none of the known facts can fill. */
export const unknownFieldsOf = (text: string, known: readonly string[]): string[] =>
  gapsOf(text).filter((field) => !known.includes(nameOf(field.slice(1, -1))));
