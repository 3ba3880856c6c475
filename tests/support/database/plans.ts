// Plans with which the database answers a call: those of all its statements, also inside of functions.
import { Client } from "pg";

/** A role and its claims, as a request sets them. */
export type Caller = { role: "anon" | "authenticated"; claims: object };

/** Runs `work` on a database as its owner, over a connection of its own. */
export async function onDatabase<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** The plans of the statements that a query of the caller runs on one of these tables. */
export const plansOf = (
  url: string,
  { role, claims }: Caller,
  query: string,
  tables: readonly string[],
  values: readonly unknown[] = [],
): Promise<string> =>
  onDatabase(url, async (client) => {
    const notices: string[] = [];
    client.on("notice", ({ message }) => notices.push(message ?? ""));
    await client.query(`
      load 'auto_explain'; set auto_explain.log_min_duration = 0; set auto_explain.log_nested_statements = on;
      set client_min_messages = log; begin`);
    await client.query("select set_config('role', $1, true), set_config('request.jwt.claims', $2, true)", [
      role,
      JSON.stringify(claims),
    ]);
    await client.query(query, [...values]);
    await client.query("commit");
    const isOnTable = new RegExp(`Scan.* on (${tables.join("|")})`);
    return notices.filter((notice) => isOnTable.test(notice)).join("\n");
  });

/** Begins a login of the seed's attendant. */
export const logInAttendant = (url: string): Promise<Caller> => logInStaff(url, "attendant", "vakt01");

/** Begins a login of somebody of the seed who works at `ostra-hamnen`. */
export const logInStaff = (url: string, kind: "admin" | "attendant", userId: string): Promise<Caller> =>
  onDatabase(url, async (client) => {
    const { rows } = await client.query<{ account: string; session: string }>(
      `insert into auth.sessions (id, user_id, aal)
       select gen_random_uuid(), account_id, 'aal1' from public.staff_accounts
       where kind = $1 and project_id = 'ostra-hamnen' and user_id = $2
       returning user_id as account, id as session`,
      [kind, userId],
    );
    const [login] = rows;
    if (login === undefined) throw new Error(`The seed has no ${kind} ${userId}.`);
    const claims = { role: "authenticated", sub: login.account, session_id: login.session };
    return { role: "authenticated", claims };
  });
