/** Logins of the profile `hardened`: the sign-in service compares, and row level security knows who asks (decisions §4). */
import { AMBULANCE_PATH, DISPATCH_PROJECT, PROTECTED_ADMIN_ID, STANDARD_SITE } from "#contract/projects.ts";
import { idKey, staffAddress } from "#contract/staff-address.ts";
import type { SessionKind } from "#contract/states.ts";
import { type Client, createPassingClient, getClientOf } from "#data/client.ts";
import { DataError, toDataError } from "#data/data-error.ts";
import { changeOwnPassword } from "#data/staff_accounts/mutations.ts";
import { findOwnStaffAccount } from "#data/staff_accounts/queries.ts";
import { sharedTexts } from "#shared/texts.ts";
import { addressOf } from "./account-address.ts";
import { forgetLogin } from "./forget-login.ts";
import { loginEnded } from "./logins.ts";
import { askForOwnPassword } from "./own-password.ts";
import type { PasswordLanguage } from "./password-texts.ts";
import { LoginCancelled, LoginRefused, type Person, type SignIn } from "./sign-in.ts";
import { enterWithAccount, leave } from "./visitor.ts";

type Credentials = { userId: string; password: string };

/** The language of each kind's login screen. */
const LANGUAGE_OF: Record<SessionKind, PasswordLanguage> = {
  "main-admin": "sv",
  admin: "sv",
  attendant: "sv",
  operator: "sv",
  "dispatch-admin": "sv",
  chauffeur: "en",
  "chauffeur-admin": "en",
  "ase-admin": "en",
  "ase-employee": "en",
};

/** Signs a client in. False when the address is unknown or the password wrong. @throws DataError */
async function enter(client: Client, email: string, password: string): Promise<boolean> {
  const { error } = await client.auth.signInWithPassword({ email, password });
  if (error === null) return true;
  if (error.code === "invalid_credentials") return false;
  throw toDataError(error);
}

/** Logs somebody in as a kind of a project, in the client of that kind; null when the credentials are wrong. */
async function logIn(kind: SessionKind, project: string | null, credentials: Credentials): Promise<Person | null> {
  const { userId, password } = credentials;
  const email = staffAddress({ kind, project, userId });
  if (email === null || password === "") return null;
  // The last login of this kind may still be writing its log.
  await loginEnded(kind);
  const client = await getClientOf(kind);
  if (!(await enter(client, email, password))) return null;
  try {
    return await becomePerson(kind, client, email, password);
  } catch (error) {
    await forgetLogin(kind);
    throw error;
  }
}

/** What the login is in the product; somebody who must, chooses a password first. */
async function becomePerson(
  kind: SessionKind,
  client: Client,
  email: string,
  password: string,
): Promise<Person | null> {
  const { data } = await client.auth.getSession();
  const staff = data.session === null ? null : await findOwnStaffAccount(kind, data.session.user.id);
  if (staff === null || staff.kind !== kind) {
    await forgetLogin(kind);
    return null;
  }
  if (staff.must_change_password) {
    const lang = LANGUAGE_OF[kind];
    const change = (next: string) => changeOwnPassword(kind, next);
    const chosen = await askForOwnPassword({ lang, old: password, change });
    if (chosen === null) throw new LoginCancelled();
    // The old login may have ended with the old password.
    if (!(await enter(client, email, chosen))) throw new DataError("not-signed-in", "The new password was not taken");
  }
  return { userId: staff.user_id, displayName: staff.display_name, accountId: staff.account_id };
}

/** Asks somebody whose e-mail account was given a password by another person for one of their own. @throws DataError, LoginCancelled */
async function chooseOwnPassword(email: string, old: string): Promise<void> {
  const client = await getClientOf("account");
  const { data } = await client.auth.getSession();
  if (data.session?.user.app_metadata["must_change_password"] !== true) return;
  const change = async (password: string) => {
    const { error } = await client.auth.updateUser({ password });
    if (error !== null) throw toDataError(error);
  };
  const chosen = await askForOwnPassword({ lang: "en", old, change });
  if (chosen === null) {
    await leave();
    throw new LoginCancelled();
  }
  // The login before may do nothing but that.
  await enterWithAccount(email, chosen);
}

/** Whether these are an attendant's of a site, asked with a client that keeps nothing. */
async function isAttendant(project: string, { userId, password }: Credentials): Promise<boolean> {
  const email = staffAddress({ kind: "attendant", project, userId });
  if (email === null) return false;
  const client = await createPassingClient();
  if (!(await enter(client, email, password))) return false;
  await client.auth.signOut({ scope: "local" });
  return true;
}

export const hardenedSignIn: SignIn = {
  mainAdmin: (credentials) => logIn("main-admin", null, credentials),

  /**
   * Routes without a project are for attendants without one. An operator of 721075, whom the profile `specified` lets in there,
   * would see nothing: row level security knows him as an operator.
   */
  attendant: ({ project, ...credentials }) => logIn("attendant", project ?? null, credentials),

  /**
   * The protected account serves every site. A site's attendants are told that they may not: they would approve their own
   * shifts.
   */
  admin: async ({ project, ...credentials }) => {
    if (idKey(credentials.userId) === PROTECTED_ADMIN_ID) return logIn("admin", STANDARD_SITE.path, credentials);
    const admin = await logIn("admin", project, credentials);
    if (admin === null && (await isAttendant(project, credentials))) throw new LoginRefused(sharedTexts.adminRequired);
    return admin;
  },

  operator: (credentials) => logIn("operator", DISPATCH_PROJECT, credentials),

  dispatchAdmin: (credentials) => logIn("dispatch-admin", DISPATCH_PROJECT, credentials),

  /** Nobody gets in by an ID alone. */
  chauffeurAdminById: () => null,

  /** Chauffeurs first: they log in more often, and a wrong attempt counts towards the limit of its account. */
  chauffeur: async ({ project, ...credentials }) => {
    const limits: DataError[] = [];
    for (const kind of ["chauffeur", "chauffeur-admin"] as const) {
      const person = await logIn(kind, project, credentials).catch((error: unknown) => {
        // The administrator's ID, as a chauffeur's, has only wrong attempts: its limit must not keep the administrator out.
        if (!(error instanceof DataError) || error.code !== "rate-limited") throw error;
        limits.push(error);
        return null;
      });
      if (person !== null) return { kind, person };
    }
    if (limits[0] !== undefined) throw limits[0];
    return null;
  },

  aseAdmin: (credentials) => logIn("ase-admin", AMBULANCE_PATH, credentials),

  aseEmployee: (credentials) => logIn("ase-employee", AMBULANCE_PATH, credentials),

  /** The provider's message counts; nothing is made. */
  account: async ({ emailOrUsername, password }) => {
    const email = addressOf(emailOrUsername);
    await enterWithAccount(email, password);
    await chooseOwnPassword(email, password);
  },
};
