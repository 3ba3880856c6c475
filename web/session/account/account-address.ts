/** The e-mail address of an account that is known by its username. */
import { USERNAME_DOMAIN } from "#contract/staff-address.ts";

/** Returns the e-mail address to sign in with: the typed address, or the synthetic address of a username (document 2 §7, decisions §1). */
export function addressOf(emailOrUsername: string): string {
  const typed = emailOrUsername.trim();
  return typed.includes("@") ? typed : `${typed.toLowerCase()}@${USERNAME_DOMAIN}`;
}
