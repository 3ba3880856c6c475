import { DataError } from "#data/data-error.ts";
import type { ActionMessage } from "#shared/feedback/action-message.ts";
import { texts } from "../texts.ts";

/**
 * What a failed call says (document 2 §8): the call's own text when the server answered, 'Ett fel uppstod' when it could not
 * even be asked.
 */
export function failureText(error: unknown, failed: string): ActionMessage {
  const wasAnswered = error instanceof DataError && error.code !== "network";
  return wasAnswered ? failed : { text: texts.admin.unexpected, description: texts.admin.noContact };
}
