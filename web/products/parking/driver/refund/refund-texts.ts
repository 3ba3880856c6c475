/** Texts of the account that a driver leaves. They come with its form, which few cases need. */
import { type Language, useLanguage } from "#shared/ui/language.ts";

const sv = {
  title: (amount: string) => `Få tillbaka ${amount}`,
  text: "Lämna ett konto i Sverige eller ett Swish-nummer, så betalar företaget tillbaka. Uppgifterna raderas efter 90 dagar.",
  own: "Kontot ska vara ditt eget: företaget jämför namnet med den som betalade.",
  kind: "Hur vill du ha pengarna?",
  kinds: { account: "Till ett bankkonto", swish: "Med Swish" },
  name: "Kontohavarens namn",
  clearing: "Clearingnummer",
  clearingHint: "Fyra siffror, hos Swedbank ibland fem",
  account: "Kontonummer",
  accountHint: "Utan clearingnummer",
  phone: "Mobilnummer",
  phoneHint: "Numret som är anslutet till Swish",
  missing: "Fyll i alla fält",
  wrong: {
    clearing: "Clearingnumret hör inte till någon svensk bank",
    account: "Kontonumret stämmer inte med clearingnumret. Kontrollera båda, eller välj Swish.",
    phone: "Ange ett svenskt mobilnummer",
  },
  send: "Lämna uppgifterna",
  change: "Ändra",
  failed: "Uppgifterna kunde inte lämnas. Försök igen.",
  state: "Återbetalningen har ändrats. Ladda sidan igen.",
  left: {
    account: (tail: string) => `Kontot som slutar på ${tail} är lämnat.`,
    swish: (tail: string) => `Swish-numret som slutar på ${tail} är lämnat.`,
  },
  waits: "Företaget går igenom återbetalningen.",
  proposed: "Återbetalningen är på väg.",
  sent: (day: string) => `Pengarna skickas ${day}.`,
  back: "Återbetalning",
};

const en: typeof sv = {
  title: (amount) => `Get ${amount} back`,
  text: "Leave a Swedish account or a Swish number, and the company pays you back. The details are erased after 90 days.",
  own: "The account has to be your own: the company compares the name with who paid.",
  kind: "How do you want the money?",
  kinds: { account: "To a bank account", swish: "By Swish" },
  name: "Name of the account holder",
  clearing: "Clearing number",
  clearingHint: "Four digits, at Swedbank sometimes five",
  account: "Account number",
  accountHint: "Without the clearing number",
  phone: "Mobile number",
  phoneHint: "The number that is connected to Swish",
  missing: "Fill in all fields",
  wrong: {
    clearing: "No Swedish bank has this clearing number",
    account: "The account number does not fit the clearing number. Check both, or choose Swish.",
    phone: "Enter a Swedish mobile number",
  },
  send: "Leave the details",
  change: "Change",
  failed: "The details could not be left. Try again.",
  state: "The refund has changed. Reload the page.",
  left: {
    account: (tail) => `The account that ends with ${tail} has been left.`,
    swish: (tail) => `The Swish number that ends with ${tail} has been left.`,
  },
  waits: "The company looks through the refund.",
  proposed: "The refund is on its way.",
  sent: (day) => `The money is sent on ${day}.`,
  back: "Refund",
};

const texts: Readonly<Record<Language, typeof sv>> = { sv, en };

export const useRefundTexts = (): typeof sv => texts[useLanguage()];
export type RefundTexts = typeof sv;
