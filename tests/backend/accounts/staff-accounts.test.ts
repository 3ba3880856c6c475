// The function create-admin-user of the profile hardened on the real server: who may make, change and remove which account.
import { randomUUID } from "node:crypto";
import type { FunctionsHttpError, SupabaseClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { PASSWORD_REFUSALS } from "#contract/password-refusals.ts";
import { staffAddress } from "#contract/staff-address.ts";
import { SESSION_KINDS, type SessionKind } from "#contract/states.ts";
import { handleCreateAdminUser } from "#functions/create-admin-user/handler.ts";
import { TOO_SHORT } from "#functions/create-admin-user/passwords.ts";
import { staffAddress as addressOfFunction } from "#functions/create-admin-user/staff-address.ts";
import { inTransaction } from "#server/database/driver/connect.ts";
import { createStaffAccount } from "#server/identities/staff-accounts.ts";
import { LITTLE_WORK, type LoggedIn, logIn, makeAccount, makePerson } from "#tests/support/people/logged-in.ts";
import { insertRow } from "#tests/support/rows/rows.ts";
import { sample } from "#tests/support/run/whole.ts";
import { startTestServer, type TestServer } from "#tests/support/server/server.ts";

const [OWN, OTHER] = ["ostra-hamnen", "vastra-hamnen"];

type Place = { kind: SessionKind; project: string | null; servesAll?: boolean };

/** People with an ID, as callers and as those who are made, changed and removed. */
const STAFF = {
  "main admin": { kind: "main-admin", project: null },
  "protected admin": { kind: "admin", project: "standard", servesAll: true },
  admin: { kind: "admin", project: OWN },
  handler: { kind: "admin", project: "company" },
  "handler of all": { kind: "admin", project: "company", servesAll: true },
  "other site's admin": { kind: "admin", project: OTHER },
  "standard site's admin": { kind: "admin", project: "standard" },
  attendant: { kind: "attendant", project: OWN },
  "other site's attendant": { kind: "attendant", project: OTHER },
  "attendant without a site": { kind: "attendant", project: null },
  operator: { kind: "operator", project: "721075" },
  "dispatch admin": { kind: "dispatch-admin", project: "721075" },
  chauffeur: { kind: "chauffeur", project: "157715" },
  "other project's chauffeur": { kind: "chauffeur", project: OTHER },
  "taxi admin": { kind: "chauffeur-admin", project: "157715" },
  "ambulance employee": { kind: "ase-employee", project: "ASE" },
  "ambulance admin": { kind: "ase-admin", project: "ASE" },
} as const satisfies Record<string, Place>;
type StaffName = keyof typeof STAFF;
const NAMES = Object.keys(STAFF) as StaffName[];

const EVERY_SITE = [
  "admin",
  "other site's admin",
  "standard site's admin",
  "attendant",
  "other site's attendant",
  "attendant without a site",
] as const satisfies StaffName[];

/** Whom each caller manages; everybody else is refused with 403. */
const MANAGES: Record<StaffName | "super admin" | "agent" | "member", readonly StaffName[]> = {
  "main admin": NAMES,
  "protected admin": EVERY_SITE,
  admin: ["admin", "attendant"],
  // Handlers have the people of their sites, and nobody beside them.
  handler: ["admin", "attendant"],
  "handler of all": ["other site's admin", "other site's attendant"],
  "other site's admin": ["other site's admin", "other site's attendant"],
  "standard site's admin": ["standard site's admin"],
  "dispatch admin": ["operator"],
  "taxi admin": ["chauffeur"],
  "ambulance admin": ["ambulance employee"],
  attendant: [],
  "other site's attendant": [],
  "attendant without a site": [],
  operator: [],
  chauffeur: [],
  "other project's chauffeur": [],
  "ambulance employee": [],
  "super admin": [],
  agent: [],
  member: [],
};
type CallerName = keyof typeof MANAGES;
const CALLERS = Object.keys(MANAGES) as CallerName[];

let server: TestServer;
const callers = {} as Record<CallerName, LoggedIn>;
const accounts = {} as Record<StaffName, string>;
let member: LoggedIn;
let memberEmail: string;

beforeAll(async () => {
  server = await startTestServer({ profile: "hardened", rateLimits: "none" });
  const { sql } = server;
  for (const path of ["standard", OWN, OTHER]) await insertRow(sql, "main_page_sites", { path });
  for (const name of NAMES) {
    callers[name] = await makePerson(server, { ...STAFF[name], userId: idFor(name, "caller") });
    accounts[name] = await makeTarget(name, idFor(name, "target"));
  }
  // One has the own site, the other the company's, which is the other site.
  await sql`insert into handler_sites (account_id, site) select ${callers.handler.accountId}, id from main_page_sites where path = ${OWN}`;
  await sql`update company set issuer_name = 'Hamnbolaget',
      payment_methods = '[{"kind": "bankgiro", "value": "5555-5555", "text": "Bankgiro 5555-5555"}]'`;
  await sql`update site_settings set of_company = true where project_id = ${OTHER}`;
  callers["super admin"] = await makeAccount(sql, "admin", "superadmin@parkering.example");
  callers.agent = await makeAccount(sql, "employee");
  callers.member = await makeAccount(sql, null);
  memberEmail = `${randomUUID()}@example.com`;
  member = await makeAccount(sql, "member", memberEmail);
});
afterAll(() => server.stop());

/** Two of the people are admins of the standard site, and two of the company. */
const idFor = (name: StaffName, userId: string) =>
  "servesAll" in STAFF[name] ? `${name.slice(0, 7)}-${userId}` : userId;

async function makeTarget(name: StaffName, userId: string): Promise<string> {
  const id = await inTransaction(server.database, (transaction) =>
    createStaffAccount(transaction, { ...STAFF[name], userId }, null, LITTLE_WORK),
  );
  if (id === null) throw new Error(`${name} ${userId} is there already.`);
  return id;
}

type Answer = { status: number; body: unknown };

/** By their tokens: making one takes longer than a call. */
const clients = new Map<string | null, SupabaseClient>();

/** Calls the function with a token, or with the public key alone. */
async function call(token: string | null, body: object): Promise<Answer> {
  const client = clients.get(token) ?? server.client(token === null ? {} : { accessToken: token });
  clients.set(token, client);
  const { data, error, response } = await client.functions.invoke("create-admin-user", { body });
  if (error === null) return { status: response?.status ?? 0, body: data };
  const { context } = error as FunctionsHttpError & { context: Response };
  return { status: context.status, body: await context.json() };
}
const callAs = (caller: CallerName, body: object) => call(callers[caller].token, body);

const idOf = ({ body }: Answer) => (body as { id: string }).id;
const PASSWORD = "Losen-7410";
const KEY = "AbCdEfGhIjKlMnOpQrStUv";
const NOT_MANAGED = { status: 403, body: { error: expect.stringMatching(/^Access denied\./) } };

const newPerson = (name: StaffName, userId: string, password = PASSWORD) => {
  const { kind, project } = STAFF[name];
  return { action: "create", kind, project, userId, password };
};

/** Rows that a refused call must leave as they are. */
const everything = async () => {
  const [row] = await server.sql`
    select (select jsonb_agg(to_jsonb(u) order by u.id) from auth.users u) as users,
      (select jsonb_agg(to_jsonb(s) order by s.account_id) from staff_accounts s) as staff,
      (select count(*) from auth.sessions) as logins`;
  return row;
};

describe.each(CALLERS)("as %s", (caller) => {
  const others = NAMES.filter((name) => !MANAGES[caller].includes(name));

  test("nothing happens to accounts that the caller does not manage", async () => {
    const before = await everything();
    // Accounts of the protected admin's kind may be made in its project; the account itself is what is out of reach.
    const creations = others.filter((name) => name !== "protected admin").map((name) => newPerson(name, "nobody"));
    const changes = others.flatMap((name) =>
      ["set-password", "delete", "make-link", "revoke-invitation"].map((action) => ({
        action,
        accountId: accounts[name],
        password: PASSWORD,
        key: KEY,
      })),
    );
    const update = { action: "update", accountId: accounts["ambulance employee"], userId: "nobody", name: "Nobody" };
    const all = [...creations, ...changes, ...(others.includes("ambulance employee") ? [update] : [])];
    // Each of these is refused to many callers: `npm test` asks a third of each one's, and another third of the next one's.
    const bodies = sample<object>(all, 3, CALLERS.indexOf(caller));
    const answers = await Promise.all(bodies.map(async (body) => [body, await callAs(caller, body)]));
    expect(answers).toEqual(bodies.map((body) => [body, NOT_MANAGED]));
    expect(await everything()).toEqual(before);
  });

  // The protected admin is one, and made at set-up.
  const made = MANAGES[caller].filter((name) => name !== "protected admin");
  test.each(made)("a %s is made, gets a password and is removed", async (name) => {
    const created = await callAs(caller, newPerson(name, "skapad"));
    expect(created).toEqual({ status: 201, body: { message: "Account created", id: expect.any(String) } });
    const accountId = idOf(created);
    const changed = await callAs(caller, { action: "set-password", accountId, password: "Annat-7410" });
    expect(changed).toEqual({ status: 200, body: { message: "Password changed" } });
    const removed = await callAs(caller, { action: "delete", accountId });
    expect(removed).toEqual({ status: 200, body: { message: "Account removed" } });
    expect(await server.sql`select from auth.users where id = ${accountId}`).toHaveLength(0);
  });
});

const everyAction = () => [
  newPerson("attendant", "nobody"),
  { action: "set-password", accountId: accounts.attendant, password: PASSWORD },
  { action: "delete", accountId: accounts.attendant },
  { action: "make-link", accountId: accounts.attendant, key: KEY },
  { action: "revoke-invitation", accountId: accounts.attendant },
  { action: "update", accountId: accounts["ambulance employee"], userId: "nobody", name: null },
  { action: "change-own-password", password: PASSWORD },
  { email: "new@example.com", password: PASSWORD, accountType: "employee" },
];

describe("somebody who is not, or no longer, logged in", () => {
  test.each<[string, () => Promise<string | null>]>([
    ["the public key alone", () => Promise.resolve(null)],
    [
      "a login that was ended",
      async () => {
        const { token, sessionId } = await logIn(server.sql, accounts["main admin"]);
        await server.sql`delete from auth.sessions where id = ${sessionId}`;
        return token;
      },
    ],
    [
      "a login older than 8 hours",
      async () => {
        const { token, sessionId } = await logIn(server.sql, accounts["main admin"]);
        await server.sql`update auth.sessions set created_at = now() - interval '8 hours 1 second' where id = ${sessionId}`;
        return token;
      },
    ],
    [
      "a login from tomorrow, begun while a clock ran ahead",
      async () => {
        const { token, sessionId } = await logIn(server.sql, accounts["main admin"]);
        await server.sql`update auth.sessions set created_at = now() + interval '1 day' where id = ${sessionId}`;
        return token;
      },
    ],
  ])("with %s gets 401 and changes nothing", async (_who, tokenOf) => {
    const token = await tokenOf();
    const before = await everything();
    for (const body of everyAction()) expect(await call(token, body)).toMatchObject({ status: 401 });
    expect(await everything()).toEqual(before);
  });

  test("whose password somebody else chose may change that and nothing more", async () => {
    const person = { ...STAFF["main admin"], userId: "forsta", mustChangePassword: true };
    const { token, accountId } = await makePerson(server, person);
    const [change, create] = [everyAction()[6] ?? {}, newPerson("attendant", "nobody")];
    expect(await call(token, create)).toEqual({ status: 403, body: { error: "Choose a password of your own first" } });
    expect(await call(token, change)).toEqual({ status: 200, body: { message: "Password changed" } });
    const [row] = await server.sql`select must_change_password from staff_accounts where account_id = ${accountId}`;
    expect(row).toEqual({ must_change_password: false });
    const created = await call(token, create);
    expect(created.status).toBe(201);
    await callAs("main admin", { action: "delete", accountId: idOf(created) });
  });
});

const signIn = async (kind: SessionKind, project: string | null, userId: string, password: string) => {
  const email = staffAddress({ kind, project, userId });
  const { data, error } = await server.client().auth.signInWithPassword({ email: email ?? "", password });
  return error === null ? data.session : error.code;
};
const sessionOf = async (...person: Parameters<typeof signIn>) => {
  const session = await signIn(...person);
  if (typeof session !== "object") throw new Error(`could not sign in: ${session}`);
  return session;
};

/** 200 while a login goes on, 403 when it has ended. */
const userStatus = async ({ access_token: token }: { access_token: string }) => {
  const headers = { apikey: server.publishableKey, Authorization: `Bearer ${token}` };
  return (await fetch(`${server.url}/auth/v1/user`, { headers })).status;
};

describe("an account that was made", () => {
  test.each([
    ["admin", "admin_accounts", { user_id: "ny01", project_id: OWN, password: null, created_by: "caller" }],
    ["attendant", "attendants", { user_id: "ny01", project_id: OWN, password: null, discord_username: "ny#1" }],
    ["attendant without a site", "attendants", { user_id: "ny01", project_id: null, discord_username: "ny#1" }],
    ["operator", "project_attendants", { user_id: "ny01", project_id: "721075", discord_username: "ny#1" }],
    ["chauffeur", "project_attendants", { user_id: "ny01", project_id: "157715", created_by: "caller" }],
    ["ambulance employee", "ase_employees", { employee_id: "ny01", name: "ny#1", created_by: "caller" }],
    ["dispatch admin", "user_passwords", { email: "ny01 (721075)", password_text: null }],
    ["main admin", "user_passwords", { email: "ny01", password_text: null }],
  ] as const)("of a %s logs in, knows what it is, and stands in %s", async (name, roster, row) => {
    const created = await callAs("main admin", { ...newPerson(name, " ny01 "), discordUsername: "ny#1" });
    expect(created.status).toBe(201);
    const accountId = idOf(created);
    const { kind, project } = STAFF[name];
    const session = await sessionOf(kind, project, "ny01", PASSWORD);
    expect(session.user).toMatchObject({ id: accountId, app_metadata: { assigned: true, kind } });
    const { data } = await server.client({ accessToken: session.access_token }).from("staff_accounts").select();
    expect(data).toMatchObject([
      { account_id: accountId, kind, project_id: project, user_id: "ny01", must_change_password: true },
    ]);
    const key = roster === "user_passwords" ? "user_id" : "account_id";
    const rows = await server.sql`select * from ${server.sql(roster)} where ${server.sql(key)} = ${accountId}`;
    expect(rows).toMatchObject([row]);
    expect(await server.sql`select from profiles where id = ${accountId}`).toHaveLength(0);

    await callAs("main admin", { action: "delete", accountId });
    const left = await server.sql`select * from ${server.sql(roster)} where ${server.sql(key)} = ${accountId}`;
    expect(left).toHaveLength(0);
    const gone = server.client({ accessToken: session.access_token });
    expect(await userStatus(session)).toBe(403);
    expect((await gone.from("staff_accounts").select()).data).toEqual([]);
  });

  test("whose ID is taken in its project is refused, and is another person elsewhere", async () => {
    const first = await callAs("main admin", newPerson("attendant", "dubbel"));
    expect(await callAs("admin", newPerson("attendant", "dubbel"))).toEqual({
      status: 409,
      body: { error: "This ID is taken" },
    });
    const elsewhere = await callAs("other site's admin", newPerson("other site's attendant", "dubbel"));
    expect([first.status, elsewhere.status]).toEqual([201, 201]);
    for (const answer of [first, elsewhere]) await callAs("main admin", { action: "delete", accountId: idOf(answer) });
  });

  test("is one when two make it at once", async () => {
    const answers = await Promise.all([1, 2].map(() => callAs("admin", newPerson("attendant", "samtidig"))));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201, 409]));
    const rows = await server.sql`select account_id from attendants where user_id = 'samtidig'`;
    expect(rows).toHaveLength(1);
    await callAs("admin", { action: "delete", accountId: (rows[0] as { account_id: string }).account_id });
  });

  test("whose row of the list cannot be written is taken back whole", async () => {
    await server.sql`insert into ase_employees (employee_id) values ('ASE-777')`;
    expect(await callAs("ambulance admin", newPerson("ambulance employee", "ASE-777"))).toMatchObject({ status: 409 });
    expect(await signIn("ase-employee", "ASE", "ASE-777", PASSWORD)).toBe("invalid_credentials");
    expect(await server.sql`select from staff_accounts where user_id = 'ASE-777'`).toHaveLength(0);
    await server.sql`delete from ase_employees where employee_id = 'ASE-777'`;
  });

  test("gives way when nobody finished making it", async () => {
    const email = staffAddress({ ...STAFF.attendant, userId: "halv01" }) ?? "";
    await server.sql`insert into auth.users (id, email, raw_app_meta_data, created_at)
      values (${randomUUID()}, ${email}, '{"assigned": true}', now())`;
    expect(await callAs("admin", newPerson("attendant", "halv01"))).toMatchObject({ status: 409 });
    await server.sql`update auth.users set created_at = now() - interval '2 minutes' where email = ${email}`;
    const created = await callAs("admin", newPerson("attendant", "halv01"));
    expect(created.status).toBe(201);
    await callAs("admin", { action: "delete", accountId: idOf(created) });
  });
});

describe("a body that is wrong is refused with 400 and makes nothing", () => {
  const good = { ...newPerson("attendant", "fel01") };
  const SHORT = { error_code: "weak_password", reasons: ["length", "short"] };
  test.each<[body: object, error: string, more?: object]>([
    [{ ...good, kind: "king" }, "There is no such kind of account"],
    [{ ...good, kind: "constructor" }, "There is no such kind of account"],
    [{ ...good, kind: 7 }, "There is no such kind of account"],
    [{ ...good, project: "no-such-site" }, "There is no such project"],
    [{ ...good, project: 7 }, "The project must be a text"],
    [{ ...good, kind: "admin", project: null }, "A project is required"],
    [{ ...good, kind: "main-admin" }, "Accounts of this kind have no project"],
    [{ ...good, kind: "operator" }, "The project must be 721075"],
    [{ ...good, userId: "ab" }, "The ID must have 3 to 50 characters"],
    [{ ...good, userId: "   a   " }, "The ID must have 3 to 50 characters"],
    [{ ...good, userId: "a".repeat(51) }, "The ID must have 3 to 50 characters"],
    [{ ...good, userId: "vakt\u000001" }, "The ID has a character that cannot be kept"],
    [{ ...good, userId: "vakt\ud80001" }, "The ID has a character that cannot be kept"],
    [{ ...good, userId: "😀".repeat(25) }, "The ID is too long, since it has letters that take more room"],
    [{ ...good, userId: undefined }, "The ID must have 3 to 50 characters"],
    [{ ...good, password: undefined }, "A password is required"],
    [{ ...good, password: "1234567" }, PASSWORD_REFUSALS.short.sv, SHORT],
    [
      { ...good, password: "a".repeat(73) },
      "The password is too long: it may have 72 bytes (å, ä and ö take two each)",
    ],
    [{ ...good, password: "losen\u00007410" }, "The password has a character that cannot be kept"],
    [{ ...good, discordUsername: "x".repeat(101) }, "The name must be a text of at most 100 characters"],
    [{ ...good, discordUsername: {} }, "The name must be a text of at most 100 characters"],
    [{ action: "delete" }, "accountId must be the id of an account"],
    [{ action: "delete", accountId: "eq.1" }, "accountId must be the id of an account"],
    [{ action: "rename" }, "There is no such action"],
    [{ action: ["create"], kind: "attendant" }, "There is no such action"],
    [{ action: "change-own-password", password: "1234567" }, PASSWORD_REFUSALS.short.sv, SHORT],
  ])("%j", async (body, error, more) => {
    const before = await everything();
    expect(await callAs("main admin", body)).toEqual({ status: 400, body: { error, ...more } });
    expect(await everything()).toEqual(before);
  });

  test.each([[null], [[]], ["text"], [7]])("%j instead of an object", async (body) => {
    const answer = await fetch(`${server.url}/functions/v1/create-admin-user`, {
      method: "POST",
      headers: {
        apikey: server.publishableKey,
        Authorization: `Bearer ${callers["super admin"].token}`,
        "Content-Type": "application/json",
      },
      body: JSON.stringify(body),
    });
    expect([answer.status, await answer.json()]).toEqual([400, { error: "Email and password are required" }]);
  });

  test.each(["set-password", "delete", "update"])("%s of an account that is gone gets 404", async (action) => {
    const body = { action, accountId: randomUUID(), password: PASSWORD, userId: "nobody", name: null };
    expect(await callAs("main admin", body)).toEqual({ status: 404, body: { error: "No such account" } });
  });

  test("the protected admin's ID is nobody else's", async () => {
    const body = { ...newPerson("admin", "StandardAdmin") };
    expect(await callAs("admin", body)).toEqual({ status: 409, body: { error: "This ID is taken" } });
    const wide = { ...body, userId: "ｓｔａｎｄａｒｄａｄｍｉｎ" };
    expect(await callAs("admin", wide)).toEqual({ status: 409, body: { error: "This ID is taken" } });
  });
});

describe("nobody raises or removes what holds the rest", () => {
  test("the protected account is never removed, and only the main admin gives it a password", async () => {
    const accountId = accounts["protected admin"];
    expect(await callAs("main admin", { action: "delete", accountId })).toEqual({
      status: 403,
      body: { error: "The protected account is never removed" },
    });
    const body = { action: "set-password", accountId, password: PASSWORD };
    expect(await callAs("standard site's admin", body)).toEqual(NOT_MANAGED);
    expect(await callAs("main admin", body)).toMatchObject({ status: 200 });
  });

  test("the main admin does not remove themselves", async () => {
    const { accountId } = callers["main admin"];
    expect(await callAs("main admin", { action: "delete", accountId })).toMatchObject({ status: 403 });
  });

  test("nobody writes what they are", async () => {
    for (const caller of ["attendant", "admin", "main admin", "super admin"] as const) {
      const client = server.client({ accessToken: callers[caller].token });
      const { accountId } = callers[caller];
      const raised = await client.from("staff_accounts").update({ serves_all: true }).eq("account_id", accountId);
      expect(raised.error?.code).toBe("42501");
      const row = { account_id: accountId, kind: "main-admin", user_id: "raised" };
      expect((await client.from("staff_accounts").insert(row)).error?.code).toBe("42501");
      expect((await client.from("user_roles").insert({ user_id: accountId, role: "admin" })).error?.code).toBe("42501");
    }
  });

  test.each(["ny@admin.konto.parkering.example", "vakt01.ostra-hamnen@attendant.konto.parkering.example"])(
    "nobody signs up as %s",
    async (email) => {
      const { data, error } = await server.client().auth.signUp({ email, password: PASSWORD });
      expect(data.session).toBeNull();
      expect(error?.status).toBe(422);
      expect(await server.sql`select from auth.users where email = ${email}`).toHaveLength(0);
    },
  );
});

describe("a new password", () => {
  test("from an admin ends every login of the account", async () => {
    const created = await callAs("admin", newPerson("attendant", "byter01"));
    const accountId = idOf(created);
    const before = await sessionOf("attendant", OWN, "byter01", PASSWORD);
    await callAs("admin", { action: "set-password", accountId, password: "Annat-7410" });
    expect(await signIn("attendant", OWN, "byter01", PASSWORD)).toBe("invalid_credentials");
    expect(await userStatus(before)).toBe(403);
    const refreshed = await server.client().auth.refreshSession({ refresh_token: before.refresh_token });
    expect(refreshed.data.session).toBeNull();
    await sessionOf("attendant", OWN, "byter01", "Annat-7410");
    await callAs("admin", { action: "delete", accountId });
  });

  test("of one's own keeps the login that asks and ends the others", async () => {
    const created = await callAs("admin", newPerson("attendant", "byter02"));
    const other = await sessionOf("attendant", OWN, "byter02", PASSWORD);
    const own = await sessionOf("attendant", OWN, "byter02", PASSWORD);
    const change = (password: string) => call(own.access_token, { action: "change-own-password", password });
    expect(await change(PASSWORD)).toEqual({
      status: 400,
      body: { error: "New password should be different from the old password." },
    });
    expect(await change("Annat-7410")).toEqual({ status: 200, body: { message: "Password changed" } });
    expect([await userStatus(own), await userStatus(other)]).toEqual([200, 403]);
    expect(await signIn("attendant", OWN, "byter02", PASSWORD)).toBe("invalid_credentials");
    await sessionOf("attendant", OWN, "byter02", "Annat-7410");
    await callAs("admin", { action: "delete", accountId: idOf(created) });
  });
});

describe("an ambulance employee", () => {
  test("gets another ID and name, logs in by it and stays logged in", async () => {
    const created = await callAs("ambulance admin", { ...newPerson("ambulance employee", "ASE-100"), name: "Åsa" });
    const accountId = idOf(created);
    const session = await sessionOf("ase-employee", "ASE", "ASE-100", PASSWORD);
    const update = { action: "update", accountId, userId: "ASE-101", name: "Åsa Ny" };
    expect(await callAs("ambulance admin", update)).toEqual({ status: 200, body: { message: "Account changed" } });
    expect(
      await server.sql`
      select e.employee_id, e.name, s.user_id, s.display_name from ase_employees e join staff_accounts s using (account_id)
      where account_id = ${accountId}`,
    ).toEqual([{ employee_id: "ASE-101", name: "Åsa Ny", user_id: "ASE-101", display_name: "Åsa Ny" }]);
    expect(await userStatus(session)).toBe(200);
    await sessionOf("ase-employee", "ASE", "ASE-101", PASSWORD);
    expect(await signIn("ase-employee", "ASE", "ASE-100", PASSWORD)).toBe("invalid_credentials");
    await callAs("ambulance admin", { action: "delete", accountId });
  });

  test("keeps the old one when the new one is taken", async () => {
    const accountId = idOf(await callAs("ambulance admin", newPerson("ambulance employee", "ASE-200")));
    const other = idOf(await callAs("ambulance admin", newPerson("ambulance employee", "ASE-201")));
    const update = { action: "update", accountId, userId: "ASE-201", name: "Ny" };
    expect(await callAs("ambulance admin", update)).toEqual({ status: 409, body: { error: "This ID is taken" } });
    // A row without an account takes the ID in the list alone: the parts that had changed go back.
    await server.sql`insert into ase_employees (employee_id) values ('ASE-202')`;
    const second = { ...update, userId: "ASE-202" };
    expect(await callAs("ambulance admin", second)).toMatchObject({ status: 409 });
    await sessionOf("ase-employee", "ASE", "ASE-200", PASSWORD);
    expect(await server.sql`select user_id, display_name from staff_accounts where account_id = ${accountId}`).toEqual([
      { user_id: "ASE-200", display_name: null },
    ]);
    await server.sql`delete from ase_employees where employee_id = 'ASE-202'`;
    for (const id of [accountId, other]) await callAs("ambulance admin", { action: "delete", accountId: id });
  });
});

const wanted = (email: string) => ({ email, password: PASSWORD, accountType: "customer", createdBy: "super-admin" });

describe("accounts that sign in by e-mail", () => {
  test.each(CALLERS.filter((caller) => caller !== "super admin"))(
    "are made and removed by the super admin, not by %s",
    async (caller) => {
      const [credential] = await server.sql<{ id: string }[]>`
      insert into admin_user_credentials (email, account_type) values (${`${randomUUID()}@example.com`}, 'member') returning id`;
      const before = await everything();
      expect(await callAs(caller, wanted("new@example.com"))).toEqual(NOT_MANAGED);
      expect(await callAs(caller, { action: "delete", accountId: member.accountId })).toEqual(NOT_MANAGED);
      expect(await callAs(caller, { action: "delete", credentialId: credential?.id })).toEqual(NOT_MANAGED);
      expect(await everything()).toEqual(before);
      expect(await server.sql`select from admin_user_credentials where id = ${credential?.id ?? ""}`).toHaveLength(1);
    },
  );

  // Spec 3 §4: passwords | readable
  test("get no readable password, a role and a profile, and go with all of it by the row of the list", async () => {
    const email = `${randomUUID()}@example.com`;
    expect(await callAs("super admin", wanted(email))).toEqual({
      status: 201,
      body: { message: `Account created for ${email}` },
    });
    const client = server.client();
    const { data } = await client.auth.signInWithPassword({ email, password: PASSWORD });
    const role = await client.rpc("get_user_role", { _user_id: data.user?.id ?? "" });
    expect(role.data).toBe("customer");
    const credentials = await server.sql<{ id: string }[]>`
      select id, password_text, account_type from admin_user_credentials where email = ${email}`;
    expect(credentials).toMatchObject([{ password_text: null, account_type: "customer" }]);
    const credentialId = credentials[0]?.id;
    const password = { action: "set-password", credentialId, password: "Annat-7410" };
    expect(await callAs("super admin", password)).toMatchObject({ status: 200 });
    expect((await client.auth.signInWithPassword({ email, password: "Annat-7410" })).error).toBeNull();

    expect(await callAs("super admin", { action: "delete", credentialId })).toMatchObject({ status: 200 });
    const left = await server.sql`
      select email::text from auth.users where email = ${email} union all select email from profiles where email = ${email}
      union all select email from admin_user_credentials where email = ${email}`;
    expect(left).toEqual([]);
    expect(await callAs("super admin", { action: "delete", credentialId })).toMatchObject({ status: 404 });
  });

  test("go with the row of the list by their own id too", async () => {
    const email = `${randomUUID()}@example.com`;
    await callAs("super admin", wanted(email));
    const [user] = await server.sql<{ id: string }[]>`select id from auth.users where email = ${email}`;
    expect(await callAs("super admin", { action: "delete", accountId: user?.id })).toMatchObject({ status: 200 });
    expect(await server.sql`select from admin_user_credentials where email = ${email}`).toHaveLength(0);
  });

  test.each(CALLERS.filter((caller) => !["super admin", "main admin"].includes(caller)))(
    "get no new password from %s",
    async (caller) => {
      const body = { action: "set-password", accountId: member.accountId, password: PASSWORD };
      expect(await callAs(caller, body)).toEqual(NOT_MANAGED);
    },
  );

  test("get a new password from the main admin, who removes none but administrators", async () => {
    const body = { action: "set-password", accountId: member.accountId, password: "Annat-7410" };
    expect(await callAs("main admin", body)).toMatchObject({ status: 200 });
    const signedIn = await server.client().auth.signInWithPassword({ email: memberEmail, password: "Annat-7410" });
    expect(signedIn.error).toBeNull();
    expect(await callAs("main admin", { action: "delete", accountId: member.accountId })).toEqual(NOT_MANAGED);
  });

  test("of administrators are made and removed by the main admin, with their logins", async () => {
    const [email, other] = [`${randomUUID()}@example.com`, `${randomUUID()}@example.com`];
    expect(await callAs("main admin", { ...wanted(email), accountType: "admin" })).toMatchObject({ status: 201 });
    expect(await callAs("super admin", wanted(other))).toMatchObject({ status: 201 });
    const client = server.client();
    expect((await client.auth.signInWithPassword({ email, password: PASSWORD })).error).toBeNull();
    const idOfRow = async (address: string) =>
      (await server.sql<{ id: string }[]>`select id from admin_user_credentials where email = ${address}`)[0]?.id;
    const remove = async (caller: "main admin" | "admin", address: string) =>
      callAs(caller, { action: "delete", credentialId: await idOfRow(address) });
    expect(await remove("admin", email)).toEqual(NOT_MANAGED);
    expect(await remove("main admin", other)).toEqual(NOT_MANAGED);
    expect(await remove("main admin", email)).toMatchObject({ status: 200 });
    expect((await client.auth.getUser()).error).not.toBeNull();
    expect(await server.sql`select from auth.users where email = ${email}`).toHaveLength(0);
  });

  test("the super admin's own is never removed", async () => {
    const { accountId } = callers["super admin"];
    const [credential] = await server.sql<{ id: string }[]>`
      insert into admin_user_credentials (email, account_type) values ('superadmin@parkering.example', 'admin') returning id`;
    for (const target of [{ accountId }, { credentialId: credential?.id }]) {
      expect(await callAs("super admin", { action: "delete", ...target })).toEqual({
        status: 403,
        body: { error: "Your own account cannot be removed" },
      });
    }
  });

  test("never have an address that is made from an ID; a username's address is given, not taken", async () => {
    expect(await callAs("super admin", wanted("x@attendant.konto.parkering.example"))).toEqual({
      status: 400,
      body: { error: "This address is reserved" },
    });
    const email = "kund01@konto.parkering.example";
    expect((await server.client().auth.signUp({ email, password: PASSWORD })).error?.status).toBe(422);
    expect(await callAs("super admin", wanted(email))).toMatchObject({ status: 201 });
    expect((await server.client().auth.signInWithPassword({ email, password: PASSWORD })).error).toBeNull();
  });
});

test("another origin may call it where the front end is elsewhere", async () => {
  const answer = await handleCreateAdminUser(
    new Request("https://project.example/functions/v1/create-admin-user", {
      method: "POST",
      headers: { "Content-Type": "application/json", Authorization: `Bearer ${callers.admin.token}` },
      body: JSON.stringify({ action: "rename" }),
    }),
    {
      supabaseUrl: server.url,
      secretKey: server.secretKey,
      securityProfile: "hardened",
      allowedOrigin: "*",
      fetch: (request) => fetch(request),
    },
  );
  expect([answer.status, answer.headers.get("access-control-allow-origin")]).toEqual([400, "*"]);
});

test("the function and the front end make the same addresses", () => {
  const ids = ["vakt01", "Vakt 01", "åke", "a.b", "a_2eb", "ASE-001", "😀", "ß", "x".repeat(50), "😀".repeat(50)];
  for (const kind of SESSION_KINDS)
    for (const project of [null, "standard", "721075", "Östra"])
      for (const userId of ids) {
        const person = { kind, project, userId };
        expect(addressOfFunction(person)).toBe(staffAddress(person));
      }
});

test("the function says in the contract's words that a password is too short", () => {
  expect(TOO_SHORT).toBe(PASSWORD_REFUSALS.short.sv);
});
