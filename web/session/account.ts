/** Accounts of the sign-in service: sign up, sign in, sign out, and the hint that somebody is signed in. */
import { AUTH_STORAGE_KEY, getClient } from "#data/client.ts";
import { DataError } from "#data/data-error.ts";

type AuthFailure = { message: string; code?: string | undefined; status?: number | undefined } | null;

function throwOn(error: AuthFailure): void {
  if (error === null) return;
  throw new DataError(
    error.code ?? (error.status === undefined ? "network" : `http-${error.status}`),
    error.message,
    error.status ?? 0,
  );
}

/** Makes an account (document 1 §7). @throws DataError with the server's message and status. */
export async function signUp(email: string, password: string): Promise<void> {
  const client = await getClient();
  const { error } = await client.auth.signUp({ email, password });
  throwOn(error);
}

/** Signs in (document 1 §7). @throws DataError with the server's message. */
export async function signIn(email: string, password: string): Promise<void> {
  const client = await getClient();
  const { error } = await client.auth.signInWithPassword({ email, password });
  throwOn(error);
}

/** Signs out here; it succeeds without a server too, since the browser forgets the account. */
export async function signOut(): Promise<void> {
  const client = await getClient();
  await client.auth.signOut({ scope: "local" });
}

/** Calls back when the account of this browser is signed in or out, here or in another window. */
export async function watchAccount(onChange: (isSignedIn: boolean) => void): Promise<() => void> {
  const client = await getClient();
  const { data } = client.auth.onAuthStateChange((_event, session) => onChange(session !== null));
  return () => data.subscription.unsubscribe();
}

/** Whether browser storage holds a signed-in account: known before the client is loaded, checked by it afterwards. */
export const hasAccountHint = (): boolean => localStorage.getItem(AUTH_STORAGE_KEY) !== null;
