/**
 * Swedish texts of the landing page for people at a car. A driver with a fine in Sweden is addressed in Swedish (document 4 §5), and so are
 * people who park.
 */
export const landingTexts = {
  park: "Parkera",
  sitesLoading: "Hämtar platser",
  sitesFailed: "Kunde inte hämta platserna",
  standardDescription: "Vår egen parkering, alltid öppen.",
  allSites: (count: number) => `Alla ${count} platser`,
  fined: "Har du fått en bot?",
  inEnglish: "In English",
} as const;
