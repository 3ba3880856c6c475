import type { Language } from "#shared/ui/language.ts";

/** Texts of fields for times that are the same on each screen, and a refusal that Swedish screens alone show. */
export const fieldTexts = {
  timeHint: "HH:mm",
  skippedTime: "Klockan ställs fram då, så den tiden finns inte",
} as const;

/** Texts of days and times, in the language of the screen. */
export const dayTexts = {
  sv: {
    noDate: "Välj datum",
    comesTwice: (time: string, isSecond: boolean) =>
      `Klockan ställs tillbaka den natten, så ${time} kommer två gånger. Du menar ${isSecond ? "den andra (normaltid)" : "den första (sommartid)"}.`,
    meanOther: (isSecond: boolean) => (isSecond ? "Jag menar den första" : "Jag menar den andra"),
  },
  en: {
    noDate: "Choose a day",
    comesTwice: (time: string, isSecond: boolean) =>
      `${time} comes twice that night. You mean the ${isSecond ? "second (normaltid)" : "first (sommartid)"}.`,
    meanOther: (isSecond: boolean) => (isSecond ? "I mean the first" : "I mean the second"),
  },
} as const satisfies Record<Language, object>;
