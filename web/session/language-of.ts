import type { Identity } from "#data/client.ts";
import type { PasswordLanguage } from "./passwords/password-texts.ts";

const ENGLISH: readonly Identity[] = ["account", "chauffeur", "chauffeur-admin", "ase-admin", "ase-employee"];

/** The language of the screens that an identity logs in and works on. */
export const languageOf = (identity: Identity): PasswordLanguage => (ENGLISH.includes(identity) ? "en" : "sv");
