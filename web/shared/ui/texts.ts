/** The few texts of the design system itself, in each language. All other texts come from the screens. */
export const uiTexts = {
  sv: {
    skipToContent: "Hoppa till innehållet",
    retry: "Försök igen",
    errorId: (id: string) => `Felkod: ${id}`,
    close: "Stäng",
    loading: "Laddar …",
    loadingMore: "Laddar fler …",
    theme: { light: "Tema: ljust", dark: "Tema: mörkt", system: "Tema: som enheten" },
    staleNotice: "Det som visas kan vara inaktuellt.",
    notifications: "Aviseringar",
  },
  en: {
    skipToContent: "Skip to content",
    retry: "Try again",
    errorId: (id: string) => `Error code: ${id}`,
    close: "Close",
    loading: "Loading …",
    loadingMore: "Loading more …",
    theme: { light: "Theme: light", dark: "Theme: dark", system: "Theme: as the device" },
    staleNotice: "What you see may be out of date.",
    notifications: "Notifications",
  },
} as const;
