/** Logins of the profile `specified`: credentials compared in the browser, as document 1 §6 asks to keep it. */
import { DISPATCH_PROJECT } from "#contract/projects.ts";
import { findAttendant } from "#data/attendants/queries.ts";
import { findProjectAttendant } from "#data/project_attendants/queries.ts";
import { ATTENDANT_SALT_SUFFIX, MAIN_ADMIN } from "./fixed-credentials.ts";
import type { SignIn } from "./sign-in.ts";

/**
 * Whether a typed password is the stored one: readable, or SHA-256 hex with the salt suffix (document 1 §6).
 */
export async function matchesStoredPassword(typed: string, stored: string): Promise<boolean> {
  if (typed === stored) return true;
  if (!/^[0-9a-f]{64}$/i.test(stored)) return false;
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(typed + ATTENDANT_SALT_SUFFIX));
  const hex = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex === stored.toLowerCase();
}

export const specifiedSignIn: SignIn = {
  mainAdmin: ({ userId, password }) =>
    Promise.resolve(
      userId === MAIN_ADMIN.id && password === MAIN_ADMIN.password ? { userId, displayName: null } : null,
    ),

  /** Looks among the project's attendants, then among those that admins added (decisions §3). */
  attendant: async ({ userId, password, project }) => {
    const inProject = await findProjectAttendant(userId, project ?? DISPATCH_PROJECT);
    if (inProject !== null) {
      const isRight = await matchesStoredPassword(password, inProject.password);
      return isRight ? { userId: inProject.user_id, displayName: inProject.discord_username } : null;
    }
    const added = await findAttendant(userId);
    const belongsHere = added !== null && (project === undefined || (added.project_id ?? project) === project);
    if (!belongsHere || !(await matchesStoredPassword(password, added.password))) return null;
    return { userId: added.user_id, displayName: added.discord_username };
  },
};
