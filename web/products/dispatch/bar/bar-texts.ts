/** Texts of the bar above dispatch's screens: document 5 §3 letter for letter, and our own words between them. */
export const barTexts = {
  label: "Now",
  free: (free: number, onDuty: number) => `Free ${free} of ${onDuty} on duty`,
  noConnection: (time: string) => `No connection since ${time}`,
} as const;
