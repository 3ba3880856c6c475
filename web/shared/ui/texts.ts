/** The few words that the design system itself says; everything else comes from the screens. */
export const uiTexts = {
  skipToContent: { sv: "Hoppa till innehållet", en: "Skip to content" },
  retry: "Försök igen",
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
  previousMonth: "Föregående månad",
  nextMonth: "Nästa månad",
  notifications: "Aviseringar",
} as const;
