/** Texts of the entries that wait to be sent (document 4 §6). */
export const queueTexts = {
  waiting: (count: number) => `${count} väntar på att skickas`,
  title: "Väntar",
  description:
    "Det här finns bara på den här telefonen tills det har skickats. Det skickas i ordning, var sak en gång.",
  list: "Väntar på att skickas",
  none: "Inget väntar. Allt har skickats.",
  again: "Försök igen",
  export: "Exportera",
  exportMore: "Filen kan läsas in av en administratör, om du inte själv kan skicka.",
  sendsSoon: "Skickas när det finns nät",
  waitsForOther: "Skickas efter det som den hör till",
  refused: (words: string) => `Togs inte emot: ${words}`,
  deviceFull:
    "Telefonen har inte plats att spara det. Inget är skickat, och allt står kvar här. Frigör plats på telefonen och försök igen.",
  checkLost: (plate: string) =>
    `Telefonen har inte plats att spara kontrollen av ${plate}. Svaret stämmer, men kontrollen är inte sparad. Frigör plats på telefonen och kontrollera igen.`,
  noNumber:
    "Telefonen har inga ärendenummer kvar. Boten är inte utfärdad, och allt du har fyllt i finns kvar. Nya hämtas när telefonen har nät. Har du för många oanvända på andra telefoner kan en administratör ogiltigförklara dem.",
  ready: "Redo utan nät",
  notReady: "Inte redo utan nät",
  numbers: (count: number) => (count === 0 ? "inga ärendenummer" : `${count} nummer`),
  knownFrom: (time: string) => `uppgifter från ${time}`,
  knownNot: "inga uppgifter om platsen",
  applicationKept: "appen sparad",
  applicationNotKept: "appen inte sparad",
  offlineSince: (time: string) => `Offline – uppgifter från ${time}`,
  notKnown:
    "Telefonen har inte alla parkeringar på platsen. Om bilen får stå här är inte känt. Kontrollera igen när det finns nät.",
  unknownNote: (reason: string) =>
    `Boten utfärdades utan nät av en telefon som inte hade alla parkeringar på platsen. Om bilen fick stå där var inte känt. Skäl: ${reason}`,
  endedCut: (time: string) => `Telefonen har inte alla parkeringar som slutade före ${time}`,
  keptFine: "Boten är sparad på telefonen och skickas när det finns nät",
  keptShift: "Skiftet är sparat på telefonen och skickas när det finns nät",
  keptPhotos: (count: number) =>
    count === 1 ? "En bild väntar på att skickas" : `${count} bilder väntar på att skickas`,
  clock: (span: string) => `Telefonens klocka går ${span} fel. Ställ den, annars får böter och kontroller fel tid.`,
  clockNote: (span: string) => `Telefonens klocka gick ${span} fel när boten utfärdades utan nät.`,
  newVersion: "Det finns en ny version. Det du har skrivit och det som väntar finns kvar.",
  takeVersion: "Uppdatera",
  leaveTitle: (count: number) => `Logga ut fast ${count} väntar på att skickas?`,
  leaveText:
    "Det ligger kvar på den här telefonen och skickas när du loggar in här igen. Ingen annan kan se eller skicka det.",
  leave: "Logga ut",
  stay: "Stanna",
} as const;
