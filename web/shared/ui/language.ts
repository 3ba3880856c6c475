/** The language that a screen speaks. Texts that the specification quotes stay as they are; the words around them follow the screen. */
import { createContext, use, useSyncExternalStore } from "react";

export type Language = "sv" | "en";

/** Language of what stands around a component; `Page` and `Dialog` give it to what is inside them. */
export const LanguageContext = createContext<Language>("sv");

/** The language of the screen, or of the part of it, that a component stands in. */
export const useLanguage = (): Language => use(LanguageContext);

/** The language of the screen that is shown, for what stands outside of all screens. `Page` writes it to the document. */
export const pageLanguage = (): Language => (document.documentElement.lang === "en" ? "en" : "sv");

/** The same, drawn anew when it changes. */
export const usePageLanguage = (): Language => useSyncExternalStore(onPageLanguage, pageLanguage, () => "sv");

function onPageLanguage(listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributeFilter: ["lang"] });
  return () => observer.disconnect();
}
