/** Texts of all units off duty: document 5 §3 letter for letter, and our own words between them. */
const WHY = {
  "off-duty": "off duty",
  alarm: "ALARM",
  "on-call": "on a call",
  changed: "changed since",
  gone: "deleted",
} as const;

const named = (kept: readonly { unit: string; why: keyof typeof WHY }[]) =>
  kept.map(({ unit, why }) => `${unit} (${WHY[why]})`).join(", ");

export const offDutyTexts = {
  menu: "All units",
  all: "All off duty",
  allIn: (location: string) => `All off duty in ${location}`,
  undo: "Undo",
  undoAll: "Undo all off duty",
  title: (location: string | null) => (location === null ? "All off duty?" : `All off duty in ${location}?`),
  about: (changes: readonly string[], stays: Parameters<typeof named>[0]) =>
    [
      changes.length === 0 ? "No unit will change." : `Will change: ${changes.join(", ")}.`,
      stays.length > 0 && `Stay as they are: ${named(stays)}.`,
    ]
      .filter(Boolean)
      .join("\n"),
  set: (count: number) => (count === 1 ? "1 unit is off duty" : `${count} units are off duty`),
  stayed: (kept: Parameters<typeof named>[0]) => `Stayed as they were: ${named(kept)}`,
  notSet: "Not set: all off duty",
  undone: (count: number) => (count === 1 ? "Undone: 1 unit is as before" : `Undone: ${count} units are as before`),
  tooLate: "It can be taken back for ten minutes.",
  notUndone: "Not undone: all off duty",
  failed: "Failed to update unit",
  soon: (time: string) => `All units go off duty at ${time}`,
  notToday: "Not today",
  skipped: "Units stay on duty: not today",
  skippedLate: "They went off duty already",
  notSkipped: "Not recorded: not today",
} as const;
