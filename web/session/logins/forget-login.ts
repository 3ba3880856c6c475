/** How a login ends, of the e-mail account and of each kind of person. */
import { authStorageKey, getClientOf, type Identity } from "#data/client.ts";

/**
 * Ends an identity's login: in this browser first, so that a slow network or a page that is closed keeps nobody signed in, then
 * at the sign-in service. It succeeds without a server too.
 */
export async function forgetLogin(identity: Identity): Promise<void> {
  const key = authStorageKey(identity);
  try {
    const { auth } = await getClientOf(identity);
    const { data } = await auth.getSession();
    localStorage.removeItem(key);
    // With nothing stored it asks nobody, and tells every window.
    await auth.signOut({ scope: "local" });
    if (data.session !== null) await auth.admin.signOut(data.session.access_token, "local");
  } catch {
    // Neither configuration nor code could be fetched: there is no client that could hold the login.
  } finally {
    localStorage.removeItem(key);
  }
}
