/** The names of the office's places: documents 1 §2 and 4 §5 letter for letter, and our own words between them. */
export const officeTexts = {
  nav: "Administrationens sidor",
  more: "Mer",

  parkings: "Parkeringar",
  log: "Parkeringslogg",
  shifts: "Skift",
  activity: "Webbaktivitet",
  accounts: "Hantera konton",

  overview: "Översikt",
  cases: "Ärenden",
  objections: "Bestridna",
  payments: "Betalningar",
  ledger: "Bokföring",
  letters: "Brev",
  permits: "Tillstånd",
  trail: "Händelser",
  messages: "Utskick",
  settings: "Inställningar",

  site: "Plats",
  allSites: "Alla platser",
  logOut: "Logga ut",
  companyMoney:
    "Företagets bankfiler och bokföring är för handläggare på alla dess platser. Du har dem för varje plats för sig:",
  ownSites: "Dina platser",
  sitesFailed: "Platserna kunde inte hämtas",

  casesInAll: (count: string) => (count === "1" ? "1 ärende" : `${count} ärenden`),
  objectionsWaiting: (count: string) => (count === "1" ? "1 bestridande väntar" : `${count} bestridanden väntar`),
} as const;
