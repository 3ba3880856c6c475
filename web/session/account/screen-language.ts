/** The language of people's own screens: documents 1 and 2 have some in English. */
import type { SessionKind } from "#contract/states.ts";
import type { Language } from "#shared/ui/language.ts";

const ENGLISH: readonly SessionKind[] = ["operator", "dispatch-admin", "ase-admin", "ase-employee"];

/** The language of the screens of a kind of person. */
export const languageOf = (kind: SessionKind): Language => (ENGLISH.includes(kind) ? "en" : "sv");
