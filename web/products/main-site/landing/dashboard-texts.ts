/**
 * Texts of the landing page's dashboard: document 1 §5 and §8, names of decisions §5. The page is English, the code dialog Swedish. The
 * sign-in does not load these texts.
 */
export const dashboardTexts = {
  dashboard: {
    enterCode: "Enter Project Code",
    enterCodeTitle: "Your project",
    enterCodeHint: "The code takes you to your project's own pages.",
    signOut: "Sign Out",
    leaveGuest: "Leave Guest Mode",
    sites: "Our sites",
    sitesLoading: "Loading the sites …",
    sitesFailed: "The sites could not be loaded.",
    noSites: "There are no sites yet.",
    standardDescription: "Vår egen parkering, alltid öppen.",
  },
  home: {
    guest: "You are here as a guest, without an account.",
    signedInAs: (email: string) => `Signed in as ${email}`,
    ways: "Your pages",
    properties: "Property management",
    accounts: "Admin accounts",
    allAccounts: "All accounts",
  },
  code: {
    title: "Ange projektkod",
    description: "Koden får du av den som sköter platsen.",
    field: "Projektkod",
    confirm: "Bekräfta",
    verifying: "Verifierar...",
    notFound: "Felaktig kod. Försök igen.",
    failed: "Ett fel uppstod. Försök igen.",
  },
  role: {
    title: "Välj din roll",
    description: (site: string) => `Hur vill du gå in i ${site}?`,
    operator: "Operator",
    administrator: "Administrator",
    employee: "Employee",
    admin: "Admin",
    hints: {
      parking: {
        operator: "Jag ska parkera, eller är parkeringsvakt.",
        administrator: "Sköt platsen och dess konton.",
      },
      dispatch: {
        operator: "Logga in som operatör i ledningscentralen.",
        administrator: "Sköt enheterna och operatörerna.",
      },
      taxi: { operator: "Logga in som förare och skriv upp dig på en bil.", administrator: "Sköt förarna." },
    },
    employeeHint: "Logga in med anställnings-ID.",
    adminHint: "Sköt de anställda.",
  },
} as const;
