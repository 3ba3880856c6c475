/** The few words that the design system itself says; everything else comes from the screens. */
export const uiTexts = {
  skipToContent: { sv: "Hoppa till innehållet", en: "Skip to content" },
  retry: "Försök igen",
  errorId: (id: string) => `Felkod: ${id}`,
  close: "Stäng",
  loading: "Laddar …",
  loadingMore: "Laddar fler …",
  theme: { light: "Tema: ljust", dark: "Tema: mörkt", system: "Tema: som enheten" },
  staleNotice: "Det som visas kan vara inaktuellt.",
  chosenFiles: "Valda filer",
  removeFile: (name: string) => `Ta bort ${name}`,
  noDate: "Välj datum",
  invalidTime: "Ange tiden som HH:mm",
  timeHint: "HH:mm",
  skippedTime: "Klockan ställs fram då, så den tiden finns inte",
  comesTwice: (time: string, isSecond: boolean) =>
    `Klockan ställs tillbaka den natten, så ${time} kommer två gånger. Du menar ${isSecond ? "den andra (normaltid)" : "den första (sommartid)"}.`,
  meanOther: (isSecond: boolean) => (isSecond ? "Jag menar den första" : "Jag menar den andra"),
  previousMonth: "Föregående månad",
  nextMonth: "Nästa månad",
  notifications: "Aviseringar",
} as const;
