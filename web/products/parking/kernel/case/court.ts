import type { Language } from "#shared/ui/language.ts";
import { driverTexts } from "./driver-texts.ts";

/** Where to go on after a rejection, in the page's or the letter's language; null where there is nothing to go on with or the office's answer says it itself. */
export function courtSentence(decision: string | null, reply: string, lang: Language): string | null {
  const { court } = driverTexts[lang].reply;
  return decision === "rejected" && !reply.includes(court) ? court : null;
}
