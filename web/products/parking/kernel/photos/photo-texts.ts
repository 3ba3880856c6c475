import type { PhotoCategory } from "#contract/cases.ts";

/** Texts of a fine's photos (document 4 §5). */
export const photoTexts = {
  title: "Bilder",
  take: "Ta bild",
  choose: "Välj bilder",
  reading: "Läser bilden …",
  heic: (names: string) => `HEIC-bilder kan inte läsas här: ${names}. Välj JPEG eller PNG.`,
  unreadable: (names: string) => `Kunde inte läsas som bild: ${names}`,
  tooMany: (most: number) => `Högst ${most} bilder`,
  photo: (number: number) => `Bild ${number}`,
  category: (number: number) => `Vad bild ${number} visar`,
  categories: { car: "Bilen", plate: "Skylten på bilen", sign: "Skyltning", notice: "Boten" } satisfies Record<
    PhotoCategory,
    string
  >,
  /** The subject of a stored photo. */
  shown: {
    car: "Bilen",
    plate: "Registreringsskylten",
    sign: "Skylten",
    notice: "Boten",
  } satisfies Record<PhotoCategory, string>,
  other: "Bild",
  loading: "Hämtar bilderna …",
  loadFailed: "Kunde inte hämta bilderna",
  none: "Boten har inga bilder.",
  ofCase: (caseNumber: string) => `Ärende ${caseNumber}`,
  open: (name: string, moment: string) => `Visa bild: ${name}, ${moment}`,
  openSent: (name: string) => `Visa bild: ${name}`,
  missing: "Bilden har inte kommit fram.",
  sendAgain: "Skicka bilden igen",
  added: (count: number) => (count === 1 ? "Bilden har skickats" : "Bilderna har skickats"),
  notAdded: "Kunde inte skicka bilden. Försök igen.",
  remove: (number: number) => `Ta bort bild ${number}`,
  sending: (done: number, all: number) => `${done} av ${all === 1 ? "1 bild" : `${all} bilder`} har skickats`,
  sent: (all: number) => (all === 1 ? "Bilden har skickats" : `Alla ${all} bilder har skickats`),
  failed: (left: number) => (left === 1 ? "En bild kunde inte skickas." : `${left} bilder kunde inte skickas.`),
  again: "Försök igen",
  leaveTitle: "Lämna innan bilderna har skickats?",
  leaveText: "Ärendet är sparat. Bilderna finns kvar på enheten och kan skickas från Mina ärenden.",
  leave: "Lämna",
  stay: "Stanna",
} as const;
