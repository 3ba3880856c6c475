import type { Step } from "#data/calls/mutations.ts";
import { callTexts } from "../calls/call-texts.ts";

/** The priority of a call when nobody says one. */
export const SOON = 2;

/** The names that a line of one word lists. */
const BEGUN_MAX = 6;

/** Texts of the command line: document 5 §3 letter for letter, and our own words between them. */
export const commandTexts = {
  title: "Command",
  about:
    "For example 31-1010 bu, 31-1010 142, 31-1010 31-1020 142, 31-1010 os, 31-1010 142 os, 142 n text, 142 x done, new Storgatan 4, new1 Storgatan 4 (urgent), alarm.",
  label: "Command",
  run: "Run",
  does: {
    set: (unit: string, status: string) => `${unit} → ${status}`,
    check: (unit: string) => `Checked ${unit}`,
    send: (units: string, call: string) => `Send ${units} to ${call}`,
    step: (unit: string, call: string, step: Step) => `${unit} on ${call}: ${callTexts.steps[step]}`,
    note: (call: string, text: string) => `Note on ${call}: ${text}`,
    close: (call: string, result: string) => `Close ${call}: ${result}`,
    alarm: (unit: string) => `Raise an alarm ${unit}`.trim(),
    new: (place: string, priority: number) =>
      priority === SOON ? `New call: ${place}` : `New call, ${callTexts.priorities[priority]}: ${place}`,
  },
  matches: (matches: string) => `Which one? ${matches}`,
  none: (typed: string) => `Nothing fits ${typed}`,
  onNoCall: (unit: string) => `${unit} is on no call`,
  incomplete: "Unit or call, then what to do",
  begun: (names: readonly string[]) =>
    `${names.slice(0, BEGUN_MAX).join(", ")}${names.length > BEGUN_MAX ? " …" : ""}: then what to do`,
} as const;
