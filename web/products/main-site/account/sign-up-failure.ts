import { DataError, messageOf } from "#data/data-error.ts";
import { texts } from "../texts.ts";

/** The message when no account was created (document 1 §8): our own text for too many attempts, or else the server's message. */
export function signUpFailureText(error: unknown): string {
  const message = messageOf(error);
  const isTooMany = (error instanceof DataError && error.status === 429) || /rate limit/i.test(message);
  return isTooMany ? texts.signUp.tooMany : message;
}
