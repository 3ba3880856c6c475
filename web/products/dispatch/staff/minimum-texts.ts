/** Texts of the editor of minimums, in our own words (document 5 §3). */
export const minimumTexts = {
  about:
    "How many units of a location stay free at least. Below it the bar says so on every screen, and a dispatcher is asked before another unit goes. Empty for no minimum.",
  form: "Minimums",
  loadFailed: "Failed to fetch the minimums",
  none: "There are no units yet.",
  noLocation: "No location",
  freeNow: (count: number) => `Free now: ${count}`,
  wrong: "A whole number, 1 to 500",
  save: "Save minimums",
  saved: "The minimums are saved",
  saveFailed: "Failed to save the minimums",
  changed: (by: string | null) =>
    `${by ?? "Somebody"} changed the minimums meanwhile. What you typed is kept; save again to set it.`,
} as const;
