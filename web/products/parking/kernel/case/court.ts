import type { Language } from "#shared/ui/language.ts";
import { driverTexts } from "./driver-texts.ts";

/**
 * The sentence about the court after a rejection, in the given language; null when there was no rejection, or the office's answer already
 * has it.
 */
export function courtSentence(decision: string | null, reply: string, lang: Language): string | null {
  const { court } = driverTexts[lang].reply;
  return decision === "rejected" && !reply.includes(court) ? court : null;
}
