/** Texts of dispatch's settings, in our own words (document 5 §3). */
export const settingTexts = {
  form: "Dispatch settings",
  loadFailed: "Failed to fetch the settings",
  assigned: "Status of a unit that is sent",
  onScene: "Status on scene",
  unchanged: "Unchanged",
  cleared: "Status of a cleared unit",
  before: "The status before",
  waiting: (priority: string) => `Waiting limit, ${priority} (minutes)`,
  minutes: "Whole minutes, 1 to 10 080",
  offDuty: "Status off duty",
  offDutyAt: "All off duty at",
  offDutyHint: "Once a day, for example 02:00; units on calls stay. Empty for never.",
  time: "A time such as 02:00",
  resultsLabel: "Results of calls",
  resultsHint: "One a line, the first is offered first.",
  results: "1 to 20 results of at most 50 characters",
  save: "Save settings",
  saved: "The settings are saved",
  saveFailed: "Failed to save the settings",
  changed: (by: string | null) =>
    `${by ?? "Somebody"} changed these settings meanwhile. What you typed is kept; save again to set it.`,
} as const;
