// Callers in the profile `hardened`: the demo's attendant through the real sign-in, and as many others as the limits ask for.
import { randomUUID } from "node:crypto";
import { SignJWT } from "jose";
import { RATE_LIMITS } from "#contract/rate-limits.ts";
import { staffAddress } from "#contract/staff-address.ts";
import { FORWARDED_FOR, newAddress, plainClient } from "#tests/support/rows/writes.ts";
import { onDatabase } from "../city.ts";

const PROJECT = "ostra-hamnen";

/** Headers of one request. */
export type Headers = Record<string, string>;

/** The secret that signs tokens, which the bare endpoint needs to check them. */
export async function readJwtSecret(databaseUrl: string): Promise<string> {
  const { rows } = await onDatabase(databaseUrl, (client) =>
    client.query<{ value: string }>("select value from private.server_secrets where name = 'jwtSecret'"),
  );
  const [row] = rows;
  if (row === undefined) throw new Error("No server has made its secrets in this database yet.");
  return row.value;
}

/** Logs the seed's attendant in as the screen does, and gives the token. */
export const signInAttendant = (url: string, publishableKey: string): Promise<string> =>
  signIn(url, publishableKey, { kind: "attendant", userId: "vakt01", password: "Vakt-7410" });

/** Logs the seed's admin in, and gives the token. */
export const signInAdmin = (url: string, publishableKey: string): Promise<string> =>
  signIn(url, publishableKey, { kind: "admin", userId: "admin01", password: "Admin-7410" });

type Known = { kind: "attendant" | "admin"; userId: string; password: string };

async function signIn(url: string, publishableKey: string, { kind, userId, password }: Known): Promise<string> {
  const email = staffAddress({ kind, project: PROJECT, userId });
  const { auth } = plainClient(url, publishableKey);
  const { data, error } = await auth.signInWithPassword({ email: email ?? "", password });
  if (error) throw new Error(`${userId} cannot sign in: ${error.message}`);
  return data.session.access_token;
}

/** Makes attendants of one project with a fresh login, and gives their tokens; nobody can sign in to their accounts. */
export const makeAttendants = (databaseUrl: string, count: number, project = PROJECT): Promise<string[]> =>
  makeAttendantsOf(
    databaseUrl,
    Array.from({ length: count }, () => project),
  );

/** Makes an attendant with a fresh login of each of these projects, and gives their tokens. */
export async function makeAttendantsOf(databaseUrl: string, projects: readonly string[]): Promise<string[]> {
  const secret = new TextEncoder().encode(await readJwtSecret(databaseUrl));
  const people = projects.map(() => ({ account: randomUUID(), session: randomUUID() }));
  const accounts = people.map(({ account }) => account);
  await onDatabase(databaseUrl, async (client) => {
    await client.query("begin");
    await client.query(
      `insert into auth.users (id, aud, role, email, encrypted_password, email_confirmed_at, raw_app_meta_data, raw_user_meta_data,
         confirmation_token, recovery_token, email_change, email_change_token_new, created_at, updated_at)
       select id, 'authenticated', 'authenticated', id || '.bench@attendant.konto.parkering.example', '', now(),
         '{"provider": "email", "providers": ["email"], "assigned": true, "kind": "attendant"}', '{}', '', '', '', '', now(), now()
       from unnest($1::uuid[]) as id`,
      [accounts],
    );
    await client.query(
      `insert into public.staff_accounts (account_id, kind, project_id, user_id, must_change_password)
       select id, 'attendant', project, 'bench-' || id, false from unnest($1::uuid[], $2::text[]) as t (id, project)`,
      [accounts, projects],
    );
    await client.query(
      `insert into auth.sessions (id, user_id, aal)
       select session, account, 'aal1' from unnest($1::uuid[], $2::uuid[]) as t (session, account)`,
      [people.map(({ session }) => session), accounts],
    );
    await client.query("commit");
    await client.query("analyze auth.users, auth.sessions, public.staff_accounts");
  });
  const sign = ({ account, session }: (typeof people)[number]) =>
    new SignJWT({ role: "authenticated", session_id: session, aal: "aal1", is_anonymous: false })
      .setProtectedHeader({ alg: "HS256", typ: "JWT" })
      .setSubject(account)
      .setAudience("authenticated")
      .setIssuedAt()
      .setExpirationTime("2h")
      .sign(secret);
  return Promise.all(people.map(sign));
}

/** Gives the sender of the next parking, so that no account and no address sends more than it may. Throws when nobody is left. */
export type Senders = () => Headers;

/** Visitors, each with another network address once the last one has sent as much as it may. */
export function visitors(headers: Headers): Senders {
  let sent = 0;
  let address = newAddress();
  return () => {
    sent += 1;
    if (sent % RATE_LIMITS.parkings.address.points === 0) address = newAddress();
    return { ...headers, [FORWARDED_FOR]: address };
  };
}

/** Headers of these people in turn, so that many people work at the same time, each from an address of their own. */
export function attendantsInTurn(headers: Headers, tokens: readonly string[]): Senders {
  const people = tokens.map((token) => ({ token, address: newAddress() }));
  let sent = 0;
  return () => {
    const person = people[sent % people.length];
    if (person === undefined || sent >= people.length * RATE_LIMITS.parkings.account.points)
      throw new Error("Every attendant has sent as many parkings as the limits let them.");
    sent += 1;
    return { ...headers, authorization: `Bearer ${person.token}`, [FORWARDED_FOR]: person.address };
  };
}

/** The same people again and again, for the bare endpoint, which has no limits. */
export function withoutLimits(headers: Headers, tokens: readonly string[]): Senders {
  let sent = 0;
  return () => {
    sent += 1;
    return { ...headers, authorization: `Bearer ${tokens[sent % tokens.length] ?? ""}` };
  };
}
