/**
 * Swedish texts of the landing page for people at a car: a driver with a fine in Sweden is spoken to in Swedish (document 4 §5), and so is
 * somebody who parks there.
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
