/** The language that a driver chose on this device (document 4 §5); Swedish until then. */
import type { Language } from "#shared/ui/language.ts";

/** The storage key; web/app/other-language.js and web/app/early.js have it too. */
const KEY = "parkering.driver-language";

/** The chosen language. */
export function readDriverLanguage(): Language {
  try {
    return localStorage.getItem(KEY) === "en" ? "en" : "sv";
  } catch {
    return "sv";
  }
}

/** Stores the choice. Where the browser denies storage, it holds until the page is left. */
export function keepDriverLanguage(lang: Language): void {
  try {
    localStorage.setItem(KEY, lang);
  } catch {
    // The page itself still follows the choice.
  }
}
