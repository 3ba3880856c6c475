/** Texts of the bar above dispatch's screens: document 5 §3 letter for letter, and our own words between them. */
export const barTexts = {
  label: "Now",
  free: (free: number, onDuty: number) => `Free ${free} of ${onDuty} on duty`,
  noConnection: (time: string) => `No connection since ${time}`,
  refused: (time: string) => `No connection since ${time}. Nothing was sent, and nothing waits to be sent.`,
  noAnswer: "No answer. It may have arrived: look again when the line is back.",
} as const;
