/** The hint that a person is signed in, for the first paint; it needs no code that loads later. */
import { readEntry } from "#shared/device-entry.ts";
import { AUTH_STORAGE_KEY } from "#data/auth-storage-key.ts";

type Stored = { refresh_token?: unknown; user?: { id?: unknown; email?: unknown } | null } | null;

const readStored = () => readEntry(AUTH_STORAGE_KEY) as Stored;

/** Whether browser storage holds a signed-in account. This is known before the client is loaded; the client checks it afterwards. */
export const hasAccountHint = (): boolean => typeof readStored()?.refresh_token === "string";

/** The ID of the signed-in account in browser storage, or null. */
export function readAccountId(): string | null {
  const stored = readStored();
  return typeof stored?.refresh_token === "string" && typeof stored.user?.id === "string" ? stored.user.id : null;
}
