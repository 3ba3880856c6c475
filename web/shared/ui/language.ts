/** The language of a screen. Texts quoted from the specification keep their own language; the words around them follow the screen. */
import { createContext, use, useSyncExternalStore } from "react";

export type Language = "sv" | "en";

/** The language around a component; `Page` and `Dialog` set it for their content. */
export const LanguageContext = createContext<Language>("sv");

/** The language of the screen, or of the part of the screen, around the calling component. */
export const useLanguage = (): Language => use(LanguageContext);

/** The language of the open screen, for code outside of all screens. `Page` writes it to the document. */
export const pageLanguage = (): Language => (document.documentElement.lang === "en" ? "en" : "sv");

/** The language of the open screen, as a hook that follows changes. */
export const usePageLanguage = (): Language => useSyncExternalStore(onPageLanguage, pageLanguage, () => "sv");

function onPageLanguage(listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributeFilter: ["lang"] });
  return () => observer.disconnect();
}
