/** Ends a login: of the e-mail account or of a kind of person. */
import { authStorageKey, getClientOf, type Identity } from "#data/client.ts";

/**
 * Ends an identity's login. It ends in this browser first, so that a slow network or a closed page keeps nobody signed in, and then at the
 * sign-in service. It works without a server too.
 */
export async function forgetLogin(identity: Identity): Promise<void> {
  const key = authStorageKey(identity);
  try {
    const { auth } = await getClientOf(identity);
    const { data } = await auth.getSession();
    localStorage.removeItem(key);
    // A local sign-out after the login was removed from storage asks no server, and informs every window.
    await auth.signOut({ scope: "local" });
    if (data.session !== null) await auth.admin.signOut(data.session.access_token, "local");
  } catch {
    // Neither configuration nor code could be fetched, so no client holds the login.
  } finally {
    localStorage.removeItem(key);
  }
}
