/** Texts of the sheet of `Betala`. They come with it, since the pages that every driver opens do not need them. */
import { type Language, useLanguage } from "#shared/ui/language.ts";

const sv = {
  title: (amount: string) => `Betala ${amount}`,
  filledIn: (reference: string) => `Mottagare, belopp och referens ${reference} är ifyllda.`,
  byHand: (reference: string) => `Ange referens ${reference}.`,
  copyLines: "Kopiera raderna under Så betalar du.",
  openSwish: "Öppna Swish",
  swishCode: "QR-kod för Swish",
  swishHint: "Eller skanna koden med Swish på en annan telefon.",
  bankApp: "Bankens app",
  code: "QR-kod för betalning",
  codeHint: "Skanna koden med bankens app. Betalar du på den här telefonen: kopiera raderna under Så betalar du.",
};

const en: typeof sv = {
  title: (amount) => `Pay ${amount}`,
  filledIn: (reference) => `Payee, amount and reference ${reference} are filled in.`,
  byHand: (reference) => `Give the reference ${reference}.`,
  copyLines: "Copy the lines below How to pay.",
  openSwish: "Open Swish",
  swishCode: "QR code for Swish",
  swishHint: "Or scan the code with Swish on another phone.",
  bankApp: "Your bank's app",
  code: "QR code for the payment",
  codeHint: "Scan the code with your bank's app. If you pay on this phone: copy the lines below How to pay.",
};

const texts: Readonly<Record<Language, typeof sv>> = { sv, en };

export const usePayTexts = (): typeof sv => texts[useLanguage()];
