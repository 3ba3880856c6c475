/** Texts of the fields for days, times and files. These fields stand only on Swedish screens. */
export const fieldTexts = {
  chooseFile: "Välj fil",
  choosePictures: "Välj bilder",
  chosenFiles: "Valda filer",
  removeFile: (name: string) => `Ta bort ${name}`,
  noDate: "Välj datum",
  noDay: "Rensa",
  timeHint: "HH:mm",
  skippedTime: "Klockan ställs fram då, så den tiden finns inte",
  comesTwice: (time: string, isSecond: boolean) =>
    `Klockan ställs tillbaka den natten, så ${time} kommer två gånger. Du menar ${isSecond ? "den andra (normaltid)" : "den första (sommartid)"}.`,
  meanOther: (isSecond: boolean) => (isSecond ? "Jag menar den första" : "Jag menar den andra"),
} as const;
