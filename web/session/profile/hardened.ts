/** Logins of the profile `hardened`: the sign-in service checks passwords, and row level security knows the caller (decisions §4). */
import { AMBULANCE_PATH, DISPATCH_PROJECT, PROTECTED_ADMIN_ID, STANDARD_SITE } from "#contract/projects.ts";
import { idKey, staffAddress } from "#contract/staff-address.ts";
import type { SessionKind } from "#contract/states.ts";
import { actingBy } from "#data/acting.ts";
import { type Client, createPassingClient, getClientOf } from "#data/client.ts";
import { DataError } from "#data/data-error.ts";
import { changeOwnPassword } from "#data/staff_accounts/mutations.ts";
import { findOwnStaffAccount } from "#data/staff_accounts/queries.ts";
import { sharedTexts } from "#shared/texts.ts";
import { addressOf } from "../account/account-address.ts";
import { loginLanguageOf } from "../logins/deactivated.ts";
import { forgetLogin } from "../logins/forget-login.ts";
import { enter, takeLoginSteps } from "../logins/login-steps.ts";
import { loginEnded } from "../logins/logins.ts";
import { LoginRefused, type Person, type SignIn } from "../logins/sign-in.ts";
import { enterWithAccount } from "../logins/visitor.ts";

type Credentials = { userId: string; password: string };

/** Logs a person in as a kind of a project, in the client of that kind; null when the credentials are wrong. */
async function logIn(kind: SessionKind, project: string | null, credentials: Credentials): Promise<Person | null> {
  const { userId, password } = credentials;
  const email = staffAddress({ kind, project, userId });
  if (email === null || password === "") return null;
  // The last login of this kind may still be writing its log.
  await loginEnded(kind);
  const client = await getClientOf(kind);
  if (!(await enter(client, email, password))) return null;
  try {
    return await becomePerson(kind, client, { email, password });
  } catch (error) {
    await forgetLogin(kind);
    throw error;
  }
}

/** Leads the login through its steps and returns the person of the account. */
async function becomePerson(
  kind: SessionKind,
  client: Client,
  login: { email: string; password: string },
): Promise<Person | null> {
  await takeLoginSteps(client, {
    ...login,
    change: (next) => changeOwnPassword(actingBy(kind), next),
    lang: loginLanguageOf(kind),
  });
  const { data } = await client.auth.getSession();
  const staff = data.session === null ? null : await findOwnStaffAccount(actingBy(kind), data.session.user.id);
  if (staff === null || staff.kind !== kind) {
    await forgetLogin(kind);
    return null;
  }
  return { userId: staff.user_id, displayName: staff.display_name, accountId: staff.account_id };
}

/** Whether the credentials belong to an attendant of the site; checked with a client that stores nothing. */
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
   * Routes without a project are for attendants without a project. The profile `specified` also admits operators of 721075 there; here row
   * level security would show an operator nothing.
   */
  attendant: ({ project, ...credentials }) => logIn("attendant", project ?? null, credentials),

  /** The protected account serves every site. A site's attendants are refused: they would approve their own shifts. */
  admin: async ({ project, ...credentials }) => {
    if (idKey(credentials.userId) === PROTECTED_ADMIN_ID) return logIn("admin", STANDARD_SITE.path, credentials);
    const admin = await logIn("admin", project, credentials);
    if (admin === null && (await isAttendant(project, credentials))) throw new LoginRefused(sharedTexts.adminRequired);
    return admin;
  },

  operator: (credentials) => logIn("operator", DISPATCH_PROJECT, credentials),

  dispatchAdmin: (credentials) => logIn("dispatch-admin", DISPATCH_PROJECT, credentials),

  /** An ID alone admits nobody. */
  chauffeurAdminById: () => null,

  /** The chauffeur's login is tried first: chauffeurs log in more often, and a wrong attempt counts towards an account's limit. */
  chauffeur: async ({ project, ...credentials }) => {
    const limits: DataError[] = [];
    for (const kind of ["chauffeur", "chauffeur-admin"] as const) {
      const person = await logIn(kind, project, credentials).catch((error: unknown) => {
        // Attempts with the administrator's ID as a chauffeur always fail, so the limit of those attempts must not keep the administrator
        // out.
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

  /** The provider's message is shown; no account is made. */
  account: ({ emailOrUsername, password }) => enterWithAccount(addressOf(emailOrUsername), password),
};
