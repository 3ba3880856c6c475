// The person for whom a call acts, as its headers say: the trail (public.audit_trail) needs this beside the claims.
import type { SecurityProfile } from "#contract/states.ts";
import type { Role } from "#server/callers/identity.ts";

/** Gives a header of a call by its name in small letters. */
export type HeaderReader = (name: string) => string | undefined;

/** Headers of the server's own functions: the account for which they act, and the request. */
const OF_THE_SERVER = ["x-acting-account", "x-request-id"];
/** Header of screens: the person who uses the screen, where the database cannot know. */
const OF_SCREENS = ["x-acting-as"];
const LONGEST = 1000;

/**
 * The setting `request.headers` for a call, named as PostgREST names it, so that the database reads the same on hosted Supabase; null
 * when the call says nothing. In the profile `hardened` accounts are known, and only the secret key is believed.
 */
export function readActing(header: HeaderReader, role: Role, profile: SecurityProfile): string | null {
  const names = [...(role === "service_role" ? OF_THE_SERVER : []), ...(profile === "specified" ? OF_SCREENS : [])];
  const found = names.flatMap((name) => {
    const value = header(name);
    return value === undefined || value.length > LONGEST ? [] : [[name, value]];
  });
  return found.length === 0 ? null : JSON.stringify(Object.fromEntries(found));
}
