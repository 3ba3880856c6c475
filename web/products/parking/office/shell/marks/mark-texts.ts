/** Texts of marked rows in the office's lists. */
export const markTexts = {
  mark: (name: string) => `Markera ${name}`,
  markAll: "Markera alla som visas",
  bar: "Markerade rader",
  marked: (count: string) => (count === "1" ? "1 markerad" : `${count} markerade`),
  clear: "Avmarkera",
  close: "Stäng",
  several: "Markera flera",
  sort: "Ordning",
} as const;
