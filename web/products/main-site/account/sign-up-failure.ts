import { DataError, messageOf } from "#data/data-error.ts";
import { texts } from "../texts.ts";

/** What a person is told when no account was made (document 1 §8): a text of our own for too many attempts, else the server's message. */
export function signUpFailureText(error: unknown): string {
  const message = messageOf(error);
  const isTooMany = (error instanceof DataError && error.status === 429) || /rate limit/i.test(message);
  return isTooMany ? texts.signUp.tooMany : message;
}
