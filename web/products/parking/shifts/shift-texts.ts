/** What the shift registration says: document 1 §4, §5, §8, §9 letter for letter, decisions §5, and words of our own between them. */
export const shiftTexts = {
  title: "Registrera skift",
  back: "Tillbaka",

  form: {
    title: "Nytt skift",
    startDate: "Startdatum",
    startTime: "Starttid",
    endDate: "Slutdatum",
    endTime: "Sluttid",
    rating: "Betyg",
    ratingHint: "1 är lägst och 10 högst.",
    description: "Beskrivning",
    photos: "Bilder",
    photosHint: "Minst 2. Stora bilder förminskas innan de skickas.",
    takePhoto: "Ta foto",
    reading: "Läser bilderna …",
    unreadable: (names: string) =>
      `${names} kunde inte läsas som bild och togs inte med. Välj bilder i JPEG- eller PNG-format.`,
    tooMany: (max: number) => `Högst ${max} bilder kan bifogas`,
    discardLoss: "Det du har fyllt in och bilderna som du har valt försvinner.",
    uploading: (done: number, total: number) => `Laddar upp bilder: ${done} av ${total} klara`,
    submit: "Skicka in skift",
    missing: "Vänligen fyll i alla obligatoriska fält och bifoga minst 2 bilder",
    tooFewPhotos: "Du måste bifoga minst 2 bilder",
    endNotAfterStart: "Sluttid måste vara efter starttid",
    wrongTime: "Ange tiden som HH:mm",
    uploadFailed: (message: string) => `Kunde inte ladda upp bild: ${message}`,
    failed: "Kunde inte skicka skiftregistrering",
    success: "Skiftregistrering skickad för godkännande!",
    successMore: "Den står under Mina skift och ändras där när den har granskats.",
  },

  list: {
    title: "Mina skift",
    tabs: "Visa skift",
    all: "Alla",
    pending: "Väntande",
    reviewed: "Granskade",
    none: {
      all: "Du har inte registrerat något skift ännu.",
      pending: "Inga skift väntar på granskning.",
      reviewed: "Inga skift har granskats ännu.",
    },
    loadFailed: (message: string) => `Kunde inte hämta skiftregistreringar: ${message}`,
    networkFailed: "Kunde inte hämta skiftregistreringar - nätverksfel",
    inserted: "Nytt skift registrerat!",
    approved: "Skift godkänt!",
    rejected: "Skift nekat",
    removed: "Skift borttaget",
  },

  shift: {
    approved: "Godkänt",
    pending: "Väntar på godkännande",
    rejected: "Nekat",
    rating: (rating: number) => `Betyg ${rating} av 10`,
    registered: (moment: string) => `Registrerat ${moment}`,
    more: "Visa mer",
    less: "Visa mindre",
    photos: "Bilder",
    openPhoto: (place: number, count: number) => `Visa bild ${place} av ${count}`,
    note: "Anteckning",
    reviewed: (moment: string, by: string | null) => (by ? `Granskat ${moment} av ${by}` : `Granskat ${moment}`),
    rejectedFirst: (moment: string, by: string | null) =>
      by ? `Nekades ${moment} av ${by} och godkändes sedan` : `Nekades ${moment} och godkändes sedan`,
  },

  photo: {
    title: (place: number, count: number) => `Bild ${place} av ${count}`,
    of: (period: string) => `Foto från skiftet ${period}`,
    previous: "Föregående bild",
    next: "Nästa bild",
    broken: "Bilden kunde inte visas.",
  },

  reminder: "Glöm inte att registrera ditt skift!",
} as const;
