/** Texts about erasure: document 4 §4, and our own words. */
export const erasureTexts = {
  title: "Gallring",
  introduction:
    "Varje natt raderas det vars tid är ute: registreringsnummer, namn, adresser, texter och bilder. Belopp, tider och betalningar står kvar.",
  loading: "Räknar vad som skulle raderas …",
  loadFailed: "Kunde inte räkna vad som skulle raderas",
  waits: (day: string) => `Ingenting raderas före ${day}. Till dess räknas det bara.`,
  none: "Ingenting skulle raderas i natt.",
  label: "Raderas i natt",
  kinds: {
    activities: "Uppgifter i webbaktiviteten",
    checks: "Kontroller",
    parkings: "Parkeringar",
    removals: "Borttagna parkeringar",
    permits: "Avslutade tillstånd",
    cases: "Avslutade ärenden",
    photos: "Bilder",
    payers: "Betalare utan ärende",
  },

  extract: {
    button: "Registerutdrag",
    title: "Registerutdrag",
    text: "Allt som finns sparat om ett registreringsnummer, som en fil. Vem som begärde det och hur det kontrollerades står kvar i händelserna.",
    plate: "Registreringsnummer",
    askedBy: "Vem har begärt utdraget?",
    verified: "Hur är det kontrollerat?",
    verifiedHint: "Till exempel legitimation och registreringsbevis",
    missing: "Fyll i registreringsnummer, vem som har begärt utdraget och hur det är kontrollerat",
    save: "Spara utdraget",
    done: "Utdraget är sparat",
    failed: "Kunde inte göra utdraget",
    fileName: (plate: string, day: string) => `registerutdrag-${plate}-${day}.json`,
  },
} as const;
