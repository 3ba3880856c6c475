/** The hint that somebody is signed in, for the first paint; it needs nothing that is loaded later. */
import { AUTH_STORAGE_KEY } from "#data/auth-storage-key.ts";

/** Whether browser storage holds a signed-in account: known before the client is loaded, checked by it afterwards. */
export function hasAccountHint(): boolean {
  try {
    const stored = JSON.parse(localStorage.getItem(AUTH_STORAGE_KEY) ?? "null") as { refresh_token?: unknown } | null;
    return typeof stored?.refresh_token === "string";
  } catch {
    return false;
  }
}
