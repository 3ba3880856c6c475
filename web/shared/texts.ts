/** Texts that several products use, letter for letter. */
export const sharedTexts = {
  loginRequired: "Du måste logga in för att komma åt denna sida",
  adminRequired: "Du har inte behörighet att komma åt denna sida",
  siteName: "Parkering",
  notFound: "Oops! Page not found",
  returnHome: "Return to Home",
  /** Parts that may be missing on a notice, by code (`contract/cases.ts`). */
  noticeGaps: {
    issuer: "utfärdare",
    payment: "betalsätt",
    contact: "kontaktuppgift",
    address: "webbadress (PUBLIC_URL)",
  },
  /** Screens for accounts with a role are in English. */
  account: {
    checkFailed: "Your account could not be checked",
    agentsOnly: "This page needs an employee or admin account",
  },
} as const;
