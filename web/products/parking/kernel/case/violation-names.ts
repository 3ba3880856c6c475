/** Names of the violations that the specification lists (decisions §5). A site may have others, which stay as they were typed. */
import type { Language } from "#shared/ui/language.ts";

const sv = {
  "no-stopping": "Stannat eller parkerat där det är förbjudet att stanna",
  overtime: "Parkerat längre än tillåten tid",
  "disabled-space": "Parkerat på plats för rörelsehindrade utan tillstånd",
  "charging-space": "Parkerat på laddplats utan att ladda",
  other: "Övrigt",
} as const;

type Listed = keyof typeof sv;

const en: Readonly<Record<Listed, string>> = {
  "no-stopping": "Stopped or parked where stopping is prohibited",
  overtime: "Parked longer than the time allowed",
  "disabled-space": "Parked in a space for disabled persons without a permit",
  "charging-space": "Parked in a charging space without charging",
  other: "Other",
};

export const violationNames = { sv, en };

/**
 * The name of a violation in the page's language, with the language of the words. A name that the specification does not list is Swedish,
 * as the site wrote it.
 */
export function violationIn(text: string, lang: Language): { text: string; lang: Language } {
  const listed = (Object.keys(sv) as Listed[]).find((name) => sv[name] === text.trim());
  return lang === "sv" || listed === undefined ? { text, lang: "sv" } : { text: en[listed], lang };
}
