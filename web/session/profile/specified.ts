/** Logins of the profile `specified`: credentials are compared in the browser, as document 1 §6 asks. */
import { DISPATCH_PROJECT } from "#contract/projects.ts";
import { idKey } from "#contract/staff-address.ts";
import { VISITOR } from "#data/acting.ts";
import { createAccount } from "#data/admin_user_credentials/mutations.ts";
import { findAdminAccount } from "#data/admin_accounts/queries.ts";
import { findAseEmployee } from "#data/ase_employees/queries.ts";
import { findAttendantAt } from "#data/attendants/queries.ts";
import { DataError } from "#data/data-error.ts";
import { findProjectAttendant } from "#data/project_attendants/queries.ts";
import type { Language } from "#shared/ui/language.ts";
import {
  ASE_ADMIN,
  ATTENDANT_SALT_SUFFIX,
  DISPATCH_ADMIN,
  MAIN_ADMIN,
  PROTECTED_ADMIN,
  TAXI_ADMIN_ID,
} from "../logins/fixed-credentials.ts";
import { addressOf } from "../account/account-address.ts";
import { refuseDeactivated } from "../logins/deactivated.ts";
import type { Person, SignIn } from "../logins/sign-in.ts";
import { enterWithAccount } from "../logins/visitor.ts";

/** Whether a typed password is the stored one. The stored password is readable, or SHA-256 hex with the salt suffix (document 1 §6). */
export async function matchesStoredPassword(typed: string, stored: string | null): Promise<boolean> {
  if (stored === null) return false;
  if (typed === stored) return true;
  if (!/^[0-9a-f]{64}$/i.test(stored)) return false;
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(typed + ATTENDANT_SALT_SUFFIX));
  const hex = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex === stored.toLowerCase();
}

/** The person of a project with this ID and password, or null. */
async function logInToProject(
  project: string,
  userId: string,
  password: string,
  lang: Language = "sv",
): Promise<Person | null> {
  const stored = await findProjectAttendant(VISITOR, userId, project);
  if (stored === null || !(await matchesStoredPassword(password, stored.password))) return null;
  refuseDeactivated(stored, lang);
  return { userId: stored.user_id, displayName: stored.discord_username };
}

/** Whether a typed ID is a fixed ID. IDs are compared without case and invisible letters (decisions §6). */
const isSameId = (typed: string, fixed: string) => idKey(typed) === idKey(fixed);

/** The person of fixed credentials, or null. */
const matchFixed = (fixed: { id: string; password: string }, userId: string, password: string): Person | null =>
  isSameId(userId, fixed.id) && password === fixed.password ? { userId: fixed.id, displayName: null } : null;

/** Whether the sign-in service answered with a refusal; false when it did not answer. */
const isRefused = (error: unknown) => error instanceof DataError && error.status >= 400 && error.status < 500;

export const specifiedSignIn: SignIn = {
  mainAdmin: ({ userId, password }) => Promise.resolve(matchFixed(MAIN_ADMIN, userId, password)),

  /** The project's attendants come first, then the attendants that admins added (decisions §3). */
  attendant: async ({ userId, password, project }) => {
    const stored = await findAttendantAt(VISITOR, userId, project);
    if (stored === null || !(await matchesStoredPassword(password, stored.password))) return null;
    refuseDeactivated(stored, "sv");
    return { userId: stored.user_id, displayName: stored.discord_username };
  },

  operator: ({ userId, password }) => logInToProject(DISPATCH_PROJECT, userId, password),

  dispatchAdmin: ({ userId, password }) => Promise.resolve(matchFixed(DISPATCH_ADMIN, userId, password)),

  chauffeur: async ({ userId, password, project }) => {
    const person = await logInToProject(project, userId, password, "en");
    return person === null ? null : { kind: "chauffeur", person };
  },

  aseAdmin: ({ userId, password }) => Promise.resolve(matchFixed(ASE_ADMIN, userId, password)),

  /** The ID alone is enough (document 2 §6: a weakness kept on purpose). */
  aseEmployee: async ({ userId }) => {
    const employee = await findAseEmployee(VISITOR, userId);
    if (employee !== null) refuseDeactivated(employee, "en");
    return employee === null ? null : { userId: employee.employee_id, displayName: employee.name };
  },

  /**
   * A refused person becomes an employee with the typed password, and the sign-in is tried again (document 2 §7: a weakness kept on
   * purpose). Only the second answer counts: an existing account stays unchanged.
   */
  account: async ({ emailOrUsername, password }) => {
    const email = addressOf(emailOrUsername);
    try {
      await enterWithAccount(email, password);
    } catch (error) {
      if (!isRefused(error) || (error instanceof DataError && error.code === "deactivated")) throw error;
      await createAccount(VISITOR, { email, password, accountType: "employee" }).catch(() => undefined);
      await enterWithAccount(email, password);
    }
  },

  /** The special ID needs no password (document 2 §6: a weakness kept on purpose). */
  chauffeurAdminById: (userId) =>
    isSameId(userId, TAXI_ADMIN_ID) ? { userId: TAXI_ADMIN_ID, displayName: null } : null,

  /** The protected account comes first, then the site's admins, then its attendants (decisions §3). */
  admin: async ({ userId, password, project }) => {
    if (isSameId(userId, PROTECTED_ADMIN.id)) return matchFixed(PROTECTED_ADMIN, userId, password);
    const account = await findAdminAccount(VISITOR, userId);
    if (account !== null && (account.project_id ?? project) === project) {
      const isRight = await matchesStoredPassword(password, account.password);
      if (isRight) refuseDeactivated(account, "sv");
      return isRight ? { userId: account.user_id, displayName: null } : null;
    }
    return specifiedSignIn.attendant({ userId, password, project });
  },
};
