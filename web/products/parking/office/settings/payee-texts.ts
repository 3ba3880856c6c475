/** Texts of the ways to pay, which the settings of a site and the company show. */
export const payeeTexts = {
  none: "Inga betalsätt. Föraren ser inte hur boten ska betalas.",
  kind: (place: number) => `Betalsätt ${place}`,
  value: (place: number) => `Nummer ${place}`,
  text: (place: number) => `Text på avin ${place}`,
  textHint: "Utan text står numret",
  kinds: { bankgiro: "Bankgiro", plusgiro: "Plusgiro", swish: "Swish", account: "Konto" },
  add: "Lägg till betalsätt",
  remove: (place: number) => `Ta bort betalsätt ${place}`,
  up: (place: number) => `Flytta upp betalsätt ${place}`,
  list: "Betalsätt",
  doubtful: "Kontrollsiffran stämmer inte. Är numret rätt?",
} as const;
