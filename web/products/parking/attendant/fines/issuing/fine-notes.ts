import { RIGHT_UNKNOWN } from "#contract/cases.ts";
import type { AcceptedWarning } from "#data/fines/mutations.ts";
import { queueTexts } from "../../queue/queue-texts.ts";

/**
 * Notes for the reviewer of a fine that a phone issued without a network: the phone did not know whether the car may stand there, with the
 * given reason, and how wrong its clock was (document 4 §4, §6). The database judges the rest by its own data.
 * @param clockSpan how far the clock was wrong, in words; undefined when it was right
 */
export function fineNotes(accepted: readonly AcceptedWarning[], clockSpan: string | undefined): string[] {
  const unknown = accepted.find(({ code }) => code === RIGHT_UNKNOWN);
  return [
    ...(unknown === undefined ? [] : [queueTexts.unknownNote(unknown.reason)]),
    ...(clockSpan === undefined ? [] : [queueTexts.clockNote(clockSpan)]),
  ];
}
