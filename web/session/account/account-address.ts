/** The address of an account that is named by its username alone. */
import { USERNAME_DOMAIN } from "#contract/staff-address.ts";

/** The e-mail address to sign in with: what was typed, or the synthetic address of a username (document 2 §7, decisions §1). */
export function addressOf(emailOrUsername: string): string {
  const typed = emailOrUsername.trim();
  return typed.includes("@") ? typed : `${typed.toLowerCase()}@${USERNAME_DOMAIN}`;
}
