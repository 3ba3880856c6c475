/** The bar never scrolls away, so that a longer name would cover what is below. */
const LONGEST_NAME = 40;
const inBar = (name: string) => (name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME)}…` : name);

/** Texts of the bar above dispatch's screens: document 5 §3 letter for letter, and our own words between them. */
export const barTexts = {
  label: "Now",
  free: (free: number, onDuty: number) => `Free ${free} of ${onDuty} on duty`,
  below: (location: string, free: number, min: number) => `${inBar(location) || "No location"}: ${free} free of ${min}`,
  moreBelow: (places: number) => `${places} more below their minimum`,
  sounds: {
    title: "Sounds",
    about: "On this device. The three tones of an alarm are always on.",
    newCall: "New call: one tone",
    lateCall: "Call past its limit: one tone a minute",
  },
  noConnection: (time: string) => `No connection since ${time}`,
} as const;
