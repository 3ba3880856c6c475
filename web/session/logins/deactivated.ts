/** Logins of people whose account is deactivated (document 5 §8). */
import type { SessionKind } from "#contract/states.ts";
import type { Language } from "#shared/ui/language.ts";
import { LoginRefused } from "./sign-in.ts";

/** The message for a person who types the right password of a deactivated account, in the language of the login screen. */
export const DEACTIVATED: Record<Language, string> = {
  sv: "Kontot är inaktiverat. Kontakta din administratör.",
  en: "This account is deactivated. Ask your administrator.",
};

const ENGLISH_LOGIN: readonly SessionKind[] = ["chauffeur", "chauffeur-admin", "ase-admin", "ase-employee"];

/** The language of the login screen of a kind of person. */
export const loginLanguageOf = (kind: SessionKind): Language => (ENGLISH_LOGIN.includes(kind) ? "en" : "sv");

/** Throws a LoginRefused for a stored person who is deactivated; the caller has compared the password. */
export function refuseDeactivated({ deactivated_at: at }: { deactivated_at: string | null }, lang: Language): void {
  if (at !== null) throw new LoginRefused(DEACTIVATED[lang]);
}
