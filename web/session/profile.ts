/** Chooses how people log in by the server's security profile: the only place of the front end that knows the difference. */
import { loadConfig } from "#data/config.ts";
import { DataError } from "#data/data-error.ts";
import type { SignIn } from "./sign-in.ts";

/**
 * The logins of the running profile.
 * @throws DataError when the server cannot be asked, or when it runs a profile that this version does not have.
 */
export async function getSignIn(): Promise<SignIn> {
  const { securityProfile } = await loadConfig();
  if (securityProfile === "specified") return (await import("./specified.ts")).specifiedSignIn;
  throw new DataError("profile-not-built", "The hardened profile is not built yet");
}
