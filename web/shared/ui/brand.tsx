import { createContext, type ReactNode, use } from "react";
import { sharedTexts } from "#shared/texts.ts";
import { type Language, useLanguage } from "./language.ts";

/** Whose screens these are: the sign and the name at their top, the end of the window's title, and the accent (tokens.css). */
export type Brand = {
  /** The accent's name in `[data-product]`; undefined for the company itself. */
  product?: string;
  name: string | Record<Language, string>;
  /** What stands on the sign. */
  sign: ReactNode;
};

/** Of the company itself: the P of the parking sign. */
export const companyBrand: Brand = { name: sharedTexts.siteName, sign: "P" };

/** Each product's routes give their own (app/branded.tsx). */
export const BrandContext = createContext(companyBrand);

/** The brand's name in a language. */
export const brandName = ({ name }: Brand, lang: Language): string => (typeof name === "string" ? name : name[lang]);

/** The sign of the product that a screen belongs to, with its name, which `nameClass` may keep from a phone. */
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
