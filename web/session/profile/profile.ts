/**
 * The security profile of this build, and the differences between profiles (decisions §4). The rest of the front end asks for the profile
 * only where a whole call or step belongs to one profile. A build holds only the code of its own profile, so that the hardened build has no
 * credentials.
 */
import type { SecurityProfile } from "#contract/states.ts";
import { onAccountChange } from "#data/client.ts";
import { loadConfig } from "#data/config.ts";
import { DataError } from "#data/data-error.ts";
import { queryClient } from "#data/query-client.ts";
import type { SignIn } from "../logins/sign-in.ts";
import type { StaffActions } from "../staff/staff-actions.ts";

declare global {
  interface ImportMetaEnv {
    readonly VITE_SECURITY_PROFILE?: SecurityProfile;
  }
}

const PROFILE: SecurityProfile = import.meta.env.VITE_SECURITY_PROFILE === "hardened" ? "hardened" : "specified";

/** Whether each kind of person has an account of their own at the sign-in service, side by side in one browser. */
export const areLoginsApart = PROFILE === "hardened";

/** Whether ambulance employees log in with a password. Otherwise the ID is enough (document 2 §6). */
export const doEmployeesHavePasswords = PROFILE === "hardened";

/** Whether the list of all e-mail accounts is for signed-in admins only. Document 2 §6 asks for no sign-in. */
export const isAccountListGuarded = PROFILE === "hardened";

// Data of an account must not be shown to the next account.
if (areLoginsApart) onAccountChange(() => void queryClient.resetQueries());

/** The logins of the profile. @throws DataError when the server cannot be asked, or runs another profile than this build. */
export async function getSignIn(): Promise<SignIn> {
  await confirmProfile();
  if (import.meta.env.VITE_SECURITY_PROFILE === "hardened") return (await import("./hardened.ts")).hardenedSignIn;
  return (await import("./specified.ts")).specifiedSignIn;
}

/** The actions of administrators on people's accounts. @throws DataError as `getSignIn` does. */
export async function getStaffActions(): Promise<StaffActions> {
  await confirmProfile();
  if (import.meta.env.VITE_SECURITY_PROFILE === "hardened") {
    return (await import("../staff/hardened-staff.ts")).hardenedStaffActions;
  }
  return (await import("../staff/specified-staff.ts")).specifiedStaffActions;
}

/** Whether this build is made for a profile. */
export const isOwnProfile = (profile: SecurityProfile): boolean => profile === PROFILE;

async function confirmProfile(): Promise<void> {
  const { securityProfile } = await loadConfig();
  if (securityProfile === PROFILE) return;
  throw new DataError(
    "other-profile",
    `This page is built for the profile ${PROFILE}, the server is ${securityProfile}`,
  );
}
