/** The hint that somebody is signed in, for the first paint; it needs nothing that is loaded later. */
import { AUTH_STORAGE_KEY } from "#data/auth-storage-key.ts";

type Stored = { refresh_token?: unknown; user?: { id?: unknown; email?: unknown } | null } | null;

function readStored(): Stored {
  try {
    return JSON.parse(localStorage.getItem(AUTH_STORAGE_KEY) ?? "null") as Stored;
  } catch {
    return null;
  }
}

/** Whether browser storage holds a signed-in account: known before the client is loaded, checked by it afterwards. */
export const hasAccountHint = (): boolean => typeof readStored()?.refresh_token === "string";

/** ID of the signed-in account that browser storage holds, or null. */
export function readAccountId(): string | null {
  const stored = readStored();
  return typeof stored?.refresh_token === "string" && typeof stored.user?.id === "string" ? stored.user.id : null;
}
