import { RIGHT_UNKNOWN } from "#contract/cases.ts";
import type { AcceptedWarning } from "#data/fines/mutations.ts";
import { queueTexts } from "../queue/queue-texts.ts";

/**
 * What whoever reviews a fine of a phone without a network should know beside what the database judges by its own data: that the phone did
 * not know whether the car may stand there, with the reason that was given, and how wrong its clock was (document 4 §4, §6).
 * @param clockSpan how far the clock was wrong, in words; undefined where it was right
 */
export function fineNotes(accepted: readonly AcceptedWarning[], clockSpan: string | undefined): string[] {
  const unknown = accepted.find(({ code }) => code === RIGHT_UNKNOWN);
  return [
    ...(unknown === undefined ? [] : [queueTexts.unknownNote(unknown.reason)]),
    ...(clockSpan === undefined ? [] : [queueTexts.clockNote(clockSpan)]),
  ];
}
