import * as v from "valibot";
import type { Role } from "#contract/states.ts";
import { DataError } from "#data/data-error.ts";
import { isAgent } from "#session/account/account-role.ts";
import { paths } from "#shared/paths.ts";
import { texts } from "../texts.ts";

/** The rules of a sign-in; the form itself reports blank fields (document 2 §5). */
export const signInSchema = v.object({
  emailOrUsername: v.pipe(v.string(), v.trim()),
  password: v.string(),
});

/** The address after a sign-in: the address that asked for it, or else one by role (document 2 §2). */
export const addressAfterSignIn = (role: Role, from: string | null): string =>
  from ?? (isAgent(role) ? paths.propertyManagement() : paths.landing());

/** The message for a failed sign-in (document 2 §8): the provider's message if it answered, or else our own. */
export function signInFailureText(error: unknown): string {
  const isAnswer = error instanceof DataError && error.status >= 400 && error.status < 500 && error.message !== "";
  return isAnswer ? error.message : texts.signIn.unexpected;
}
