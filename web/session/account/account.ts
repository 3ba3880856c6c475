/** Accounts of the sign-in service: sign up, sign in, sign out, and whether a stored account is still valid. */
import { createPassingClient, getClientOf } from "#data/client.ts";
import { DataError, type Failure, toDataError } from "#data/data-error.ts";
import { DEACTIVATED } from "../logins/deactivated.ts";
import { forgetLogin } from "../logins/forget-login.ts";
import { takeLoginSteps } from "../logins/login-steps.ts";
import { LoginRefused } from "../logins/sign-in.ts";

function throwOn(failure: Failure | null): void {
  if (failure !== null) throw toDataError(failure);
}

/** Creates an account and signs nobody in (document 1 §7, §8). @throws DataError with the server's message and status. */
export async function signUp(email: string, password: string): Promise<void> {
  const client = await createPassingClient();
  const { error } = await client.auth.signUp({ email, password });
  // Document 1 §8 has its own text for this case, without a waiting time.
  if (error?.status === 429) throw new DataError("rate-limited", error.message, error.status);
  throwOn(error);
}

/**
 * Signs in (document 1 §7).
 * @throws DataError with the server's message, LoginCancelled when the person gives up a step of the profile `hardened`.
 */
export async function signIn(email: string, password: string): Promise<void> {
  if (import.meta.env.VITE_SECURITY_PROFILE === "hardened") return signInByStep(email, password);
  const client = await getClientOf("account");
  const { error } = await client.auth.signInWithPassword({ email, password });
  throwOn(error);
  if ((await client.rpc("get_login_step")).data !== "deactivated") return;
  await signOut();
  throw refusalOfDeactivated();
}

/** The failure that forms of e-mail accounts show in its words, as they show the provider's. */
const refusalOfDeactivated = () => new DataError("deactivated", DEACTIVATED.en, 400);

/** A login is stored only after its last step, so a person who gives up or leaves the page was never signed in. */
async function signInByStep(email: string, password: string): Promise<void> {
  const client = await createPassingClient();
  const { error, data } = await client.auth.signInWithPassword({ email, password });
  throwOn(error);
  const change = async (next: string) => throwOn((await client.auth.updateUser({ password: next })).error);
  try {
    await takeLoginSteps(client, { email, password, change, lang: "en" });
  } catch (problem) {
    await client.auth.signOut({ scope: "local" });
    throw problem instanceof LoginRefused ? refusalOfDeactivated() : problem;
  }
  const session = (await client.auth.getSession()).data.session ?? data.session;
  if (session === null) throw new DataError("not-signed-in", "The login has ended");
  // The session is refreshed instead of copied, so that the client counts its lifetime by this device's clock, which may be wrong.
  const { refresh_token } = session;
  throwOn((await (await getClientOf("account")).auth.refreshSession({ refresh_token })).error);
}

/** Signs out. This works without a server too, because the browser forgets the account. */
export const signOut = (): Promise<void> => forgetLogin("account");

/**
 * Asks the service whether it still knows the stored account, and forgets the account if not. Returns whether the account is there. When
 * the service cannot answer, the account stays.
 */
export async function confirmAccount(): Promise<boolean> {
  const client = await getClientOf("account");
  const { error } = await client.auth.getUser();
  // The client itself forgets a login that has ended.
  if (error?.name === "AuthSessionMissingError") return false;
  if (error === null || (error.status !== 401 && error.status !== 403 && error.status !== 404)) return true;
  await signOut();
  return false;
}

/** The signed-in account as the service knows it. */
export type Account = { userId: string; email: string };

/**
 * The account of this browser, as the service knows it (document 2 §7). Null when nobody is signed in, or when the service no longer knows
 * the stored account, which is then forgotten.
 * @throws DataError when the service cannot be asked.
 */
export async function fetchAccount(): Promise<Account | null> {
  const client = await getClientOf("account");
  const { data, error } = await client.auth.getUser();
  if (error === null) return { userId: data.user.id, email: data.user.email ?? "" };
  if (error.name === "AuthSessionMissingError") return null;
  if (error.status !== 401 && error.status !== 403 && error.status !== 404) throwOn(error);
  await signOut();
  return null;
}

/** Calls `onChange` after each change of this browser's account; `hasAccountHint` then tells the new state. */
export async function watchAccount(onChange: () => void): Promise<() => void> {
  const client = await getClientOf("account");
  const { data } = client.auth.onAuthStateChange(() => onChange());
  return () => data.subscription.unsubscribe();
}
