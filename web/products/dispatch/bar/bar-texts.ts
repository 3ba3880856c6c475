/** Texts of the bar above dispatch's screens: document 5 §3 letter for letter, and our own words between them. */
export const barTexts = {
  label: "Now",
  free: (free: number, onDuty: number) => `Free ${free} of ${onDuty} on duty`,
  below: (location: string, free: number, min: number) => `${location || "No location"}: ${free} free of ${min}`,
  noConnection: (time: string) => `No connection since ${time}`,
} as const;
