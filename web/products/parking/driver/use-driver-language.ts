import { createContext, use, useState } from "react";
import { keepDriverLanguage, readDriverLanguage } from "#session/cases/driver-language.ts";
import type { Language } from "#shared/ui/language.ts";

/** The language of a prerendered page, where no device has a choice; null in a browser. */
export const DrawnLanguage = createContext<Language | null>(null);

/** The language that the driver chose on this device (Swedish by default), and a function that changes it (document 4 §5). */
export function useDriverLanguage(): [Language, () => void] {
  const drawn = use(DrawnLanguage);
  const [lang, setLang] = useState(() => drawn ?? readDriverLanguage());
  const other = lang === "sv" ? "en" : "sv";
  function change() {
    setLang(other);
    keepDriverLanguage(other);
  }
  return [lang, change];
}
