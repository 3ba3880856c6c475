/**
 * Reasons why the profile `hardened` refuses a chosen password. The server answers `weak_password` with the reason's name and the Swedish
 * sentence.
 */

/** Fewest characters of a password in `hardened`. */
export const CHOSEN_PASSWORD_MIN = 8;

export const PASSWORD_REFUSALS = {
  short: {
    sv: "Lösenordet måste ha minst 8 tecken.",
    en: "The password must have at least 8 characters.",
  },
  id: {
    sv: "Lösenordet får inte vara detsamma som ditt ID.",
    en: "The password must not be the same as your ID.",
  },
  common: {
    sv: "Lösenordet är ett av de vanligaste. Välj ett annat.",
    en: "The password is one of the most common ones. Choose another one.",
  },
  known: {
    sv: "Lösenordet är mest ett ord som andra gissar: företagets, platsens eller ditt eget. Välj ett annat.",
    en: "The password is mostly a word that others guess: the company's, the site's or your own. Choose another one.",
  },
  repeated: {
    sv: "Lösenordet upprepar samma tecken eller ord. Välj ett annat.",
    en: "The password repeats the same characters or words. Choose another one.",
  },
  ordered: {
    sv: "Lösenordet följer en ordning som abc, 123 eller tangenterna. Välj ett annat.",
    en: "The password follows an order such as abc, 123 or the keyboard. Choose another one.",
  },
  dated: {
    sv: "Lösenordet är mest ett datum eller ett årtal. Välj ett annat.",
    en: "The password is mostly a date or a year. Choose another one.",
  },
  guessable: {
    sv: "Lösenordet är för lätt att gissa. Välj ett längre.",
    en: "The password is too easy to guess. Choose a longer one.",
  },
} as const;

export type PasswordRefusal = keyof typeof PASSWORD_REFUSALS;

export const isPasswordRefusal = (reason: string): reason is PasswordRefusal =>
  Object.hasOwn(PASSWORD_REFUSALS, reason);
