import * as v from "valibot";
import type { Role } from "#contract/states.ts";
import { DataError } from "#data/data-error.ts";
import { isAgent } from "#session/account/account-role.ts";
import { paths } from "#shared/paths.ts";
import { texts } from "../texts.ts";

/** What a person types to sign in; blank fields are told by the form (document 2 §5). */
export const signInSchema = v.object({
  emailOrUsername: v.pipe(v.string(), v.trim()),
  password: v.string(),
});

/** Where a sign-in leads: back to the address that asked for it, else by role (document 2 §2). */
export const addressAfterSignIn = (role: Role, from: string | null): string =>
  from ?? (isAgent(role) ? paths.propertyManagement() : paths.landing());

/** What a person is told when the sign-in failed (document 2 §8): the provider's message when it answered, else our own. */
export function signInFailureText(error: unknown): string {
  const isAnswer = error instanceof DataError && error.status >= 400 && error.status < 500 && error.message !== "";
  return isAnswer ? error.message : texts.signIn.unexpected;
}
