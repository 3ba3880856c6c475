import { DataError } from "#data/data-error.ts";
import type { ActionMessage } from "#shared/feedback/action-message.ts";
import { texts } from "../texts.ts";

/**
 * The message of a failed call (document 2 §8): the call's own text when the server answered, 'Ett fel uppstod' when it could not be
 * reached.
 */
export function failureText(error: unknown, failed: string): ActionMessage {
  const wasAnswered = error instanceof DataError && error.code !== "network";
  return wasAnswered ? failed : { text: texts.admin.unexpected, description: texts.admin.noContact };
}
