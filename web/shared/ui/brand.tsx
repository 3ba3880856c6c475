import { createContext, type ReactNode, use } from "react";
import { sharedTexts } from "#shared/texts.ts";
import { type Language, useLanguage } from "./language.ts";

/** The brand of a screen: the sign and the name at its top, the end of the window's title, and the accent colours (tokens.css). */
export type Brand = {
  /** The accent's name in `[data-product]`; undefined for the company itself. */
  product?: string;
  name: string | Record<Language, string>;
  /** The content of the sign. */
  sign: ReactNode;
};

/** The company's own brand: the P of the parking sign. */
export const companyBrand: Brand = { name: sharedTexts.siteName, sign: "P" };

/** The brand of the current routes (app/branded.tsx). */
export const BrandContext = createContext(companyBrand);

/** The brand's name in a language. */
export const brandName = ({ name }: Brand, lang: Language): string => (typeof name === "string" ? name : name[lang]);

/** The sign and name of the screen's product. `nameClass` may hide the name on a phone. */
export function BrandMark({ nameClass }: { nameClass?: string | undefined }) {
  const brand = use(BrandContext);
  const lang = useLanguage();
  return (
    <span className="inline-flex items-center gap-2.5 font-bold">
      <span aria-hidden="true" className="brand-sign">
        {brand.sign}
      </span>
      <span className={nameClass}>{brandName(brand, lang)}</span>
    </span>
  );
}
