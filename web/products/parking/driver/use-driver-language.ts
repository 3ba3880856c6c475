import { createContext, use, useState } from "react";
import type { Language } from "#shared/ui/language.ts";

/** The storage key; web/app/other-language.js has it too. */
const KEY = "parkering.driver-language";

/** The language of a prerendered page, where no device has a choice; null in a browser. */
export const DrawnLanguage = createContext<Language | null>(null);

/** The language that the driver chose on this device (Swedish by default), and a function that changes it (document 4 §5). */
export function useDriverLanguage(): [Language, () => void] {
  const drawn = use(DrawnLanguage);
  const [lang, setLang] = useState(() => drawn ?? readLanguage());
  const other = lang === "sv" ? "en" : "sv";
  function change() {
    setLang(other);
    try {
      localStorage.setItem(KEY, other);
    } catch {
      // The browser denies storage: the choice holds until the page is left.
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
