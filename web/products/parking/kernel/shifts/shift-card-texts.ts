/** Texts of a shift in a list: document 1 §4 letter for letter, and our own words between them. */
export const shiftCardTexts = {
  approved: "Godkänt",
  pending: "Väntar på godkännande",
  rejected: "Nekat",
  rating: (rating: number) => `Betyg ${rating} av 10`,
  registered: (moment: string) => `Registrerat ${moment}`,
  more: "Visa mer",
  less: "Visa mindre",
  photos: "Bilder",
  openPhoto: (place: number, count: number) => `Visa bild ${place} av ${count}`,
  photoOf: (period: string) => `Foto från skiftet ${period}`,
  note: "Anteckning",
  reviewed: (moment: string, by: string | null) => (by ? `Granskat ${moment} av ${by}` : `Granskat ${moment}`),
  rejectedFirst: (moment: string, by: string | null) =>
    by ? `Nekades ${moment} av ${by} och godkändes sedan` : `Nekades ${moment} och godkändes sedan`,
} as const;
