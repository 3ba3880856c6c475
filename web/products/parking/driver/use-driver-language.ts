import { useState } from "react";
import type { Language } from "#shared/ui/language.ts";

const KEY = "parkering.driver-language";

/** The language that the driver chose on this device, Swedish at first, and the way to choose the other one (document 4 §5). */
export function useDriverLanguage(): [Language, () => void] {
  const [lang, setLang] = useState(readLanguage);
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
