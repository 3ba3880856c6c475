/** Texts that more than one product says, letter for letter. */
export const sharedTexts = {
  loginRequired: "Du måste logga in för att komma åt denna sida",
  adminRequired: "Du har inte behörighet att komma åt denna sida",
  siteName: "Parkering",
  notFound: "Oops! Page not found",
  returnHome: "Return to Home",
  notBuilt: {
    title: "Inte byggt ännu",
    description:
      "Den här delen av produkten finns inte i den här versionen. Adressen stämmer, men det finns ännu inget att visa.",
    back: "Tillbaka",
  },
} as const;
