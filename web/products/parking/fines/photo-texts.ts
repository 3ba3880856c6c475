import type { PhotoCategory } from "#contract/cases.ts";

/** Texts of a fine's photos (document 4 §5). */
export const photoTexts = {
  title: "Bilder",
  take: "Ta bild",
  choose: "Välj bilder",
  reading: "Läser bilden …",
  unreadable: (names: string) => `Kunde inte läsas som bild: ${names}`,
  tooMany: (most: number) => `Högst ${most} bilder`,
  photo: (number: number) => `Bild ${number}`,
  category: (number: number) => `Vad bild ${number} visar`,
  categories: { car: "Bilen", plate: "Skylten på bilen", sign: "Skyltning", notice: "Boten" } satisfies Record<
    PhotoCategory,
    string
  >,
  remove: (number: number) => `Ta bort bild ${number}`,
  sending: (done: number, all: number) => `${done} av ${all} bilder har skickats`,
  sent: (all: number) => (all === 1 ? "Bilden har skickats" : `Alla ${all} bilder har skickats`),
  failed: (left: number) => (left === 1 ? "En bild kunde inte skickas." : `${left} bilder kunde inte skickas.`),
  again: "Försök igen",
  leaveTitle: "Lämna innan bilderna har skickats?",
  leaveText: "Bilder som inte har skickats försvinner. Ärendet är sparat.",
  leave: "Lämna",
  stay: "Stanna",
} as const;
