/** Texts of an exported queue that is read in (document 4 §4). */
export const queueFileTexts = {
  readIn: "Hämta böter från en fil ur telefonen",
  readDone: (count: number) => (count === 1 ? "En sak har skickats in" : `${count} saker har skickats in`),
  noQueue: "Filen är inte en exporterad kö",
  otherSite: "Filen kommer från en annan plats",
  onlySelf: "kan bara skickas av den som själv registrerade det",
} as const;
