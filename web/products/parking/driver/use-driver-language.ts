import { createContext, use, useState } from "react";
import type { Language } from "#shared/ui/language.ts";

/** Also in web/app/other-language.js. */
const KEY = "parkering.driver-language";

/** The language that a page is drawn in at build time, where no device has chosen one; null in a browser. */
export const DrawnLanguage = createContext<Language | null>(null);

/** The language that the driver chose on this device, Swedish at first, and the way to choose the other one (document 4 §5). */
export function useDriverLanguage(): [Language, () => void] {
  const drawn = use(DrawnLanguage);
  const [lang, setLang] = useState(() => drawn ?? readLanguage());
  const other = lang === "sv" ? "en" : "sv";
  function change() {
    setLang(other);
    try {
      localStorage.setItem(KEY, other);
    } catch {
      // Storage is closed to us: the choice holds until the page is left.
    }
  }
  return [lang, change];
}

function readLanguage(): Language {
  try {
    return localStorage.getItem(KEY) === "en" ? "en" : "sv";
  } catch {
    return "sv";
  }
}
