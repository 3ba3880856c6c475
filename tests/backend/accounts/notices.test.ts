// People are told what somebody else changed of their account, and who: by mail where there is one, else at the next log-in.
import { randomUUID } from "node:crypto";
import type { SupabaseClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { staffAddress } from "#contract/staff-address.ts";
import { makePerson, type StaffMember } from "#tests/support/people/logged-in.ts";
import { WORKED_THROUGH } from "#tests/support/run/patience.ts";
import { type MailServer, mailText, startMailServer } from "#tests/support/outside/receivers.ts";
import { insertRow } from "#tests/support/rows/rows.ts";
import { startTestServer, type TestServer } from "#tests/support/server/server.ts";
import { codeOf, makeEmailAccount } from "#tests/support/people/sign-in.ts";

const PASSWORD = "Losen-7410";
const SITE = "ostra-hamnen";

let mails: MailServer;
let server: TestServer;
let admin: SupabaseClient;
let main: SupabaseClient;
beforeAll(async () => {
  mails = await startMailServer();
  server = await startTestServer({
    profile: "hardened",
    rateLimits: "none",
    publicUrl: "https://parkering.example",
    mail: mails.settings,
    delivery: { pace: { everyMs: 20 } },
  });
  await insertRow(server.sql, "main_page_sites", { path: SITE });
  const clientOf = async (person: StaffMember) =>
    server.client({ accessToken: (await makePerson(server, person)).token });
  admin = await clientOf({ kind: "admin", project: SITE, userId: "admin01" });
  main = await clientOf({ kind: "main-admin", project: null, userId: "huvudadmin" });
});
afterAll(() => Promise.all([server.stop(), mails.goAway()]));

const invoke = async (client: SupabaseClient, body: object) => {
  const { error } = await client.functions.invoke<object>("create-admin-user", { body });
  expect(error).toBeNull();
};

async function logIn(email: string, password = PASSWORD): Promise<SupabaseClient> {
  const client = server.client();
  expect((await client.auth.signInWithPassword({ email, password })).error).toBeNull();
  return client;
}

type Notice = { id: number; what: string; by_kind: string; by_id: string | null };
async function noticesOf(client: SupabaseClient): Promise<Notice[]> {
  const { data, error } = await client.rpc("list_account_notices");
  expect(error).toBeNull();
  return data as Notice[];
}
const told = async (client: SupabaseClient) =>
  (await noticesOf(client)).map((notice) => `${notice.what} by ${notice.by_kind} ${notice.by_id}`);

/** A person with an ID who logged in before. */
async function newPerson(kind: "attendant" | "ase-employee", project: string) {
  const who = { kind, project, userId: `p-${randomUUID().slice(0, 8)}` };
  const { accountId } = await makePerson(server, who);
  await server.sql`update auth.users set encrypted_password = extensions.crypt(${PASSWORD}, extensions.gen_salt('bf', 4)) where id = ${accountId}`;
  const email = staffAddress(who) ?? "";
  await logIn(email);
  return { ...who, accountId, email };
}

/** Turns the second factor on, and gives the login that showed it. */
async function enrol(client: SupabaseClient): Promise<void> {
  const { data } = await client.auth.mfa.enroll({ factorType: "totp" });
  const [factorId, secret] = [data?.id ?? "", data?.type === "totp" ? data.totp.secret : ""];
  expect((await client.auth.mfa.challengeAndVerify({ factorId, code: await codeOf(secret) })).error).toBeNull();
}

test("a password that an admin gave and a factor that one removed are told at the next log-in, until they were seen", async () => {
  const person = await newPerson("attendant", SITE);
  await enrol(await logIn(person.email));
  await invoke(admin, { action: "remove-second-factor", accountId: person.accountId });
  await invoke(admin, { action: "set-password", accountId: person.accountId, password: "Granskog-7410" });
  const client = await logIn(person.email, "Granskog-7410");
  // A person who knows the given password alone reads nothing before the own one is chosen.
  expect(await told(client)).toEqual([]);
  await invoke(client, { action: "change-own-password", password: "Tallkott-7410" });
  const owner = await logIn(person.email, "Tallkott-7410");
  const notices = ["factor by admin admin01", "password by admin admin01"];
  expect(await told(owner)).toEqual(notices);

  const stranger = await newPerson("attendant", SITE);
  const other = await logIn(stranger.email);
  const newest = (await noticesOf(owner)).at(-1)?.id;
  expect((await other.rpc("end_account_notices", { newest })).error).toBeNull();
  expect([await told(other), await told(owner)]).toEqual([[], notices]);
  expect((await owner.rpc("end_account_notices", { newest })).error).toBeNull();
  expect(await told(owner)).toEqual([]);
});

test("an ID that the admin changed is told, and a role that the secret key gave", async () => {
  const aseAdmin = await makePerson(server, { kind: "ase-admin", project: "ASE", userId: "ase" });
  const person = await newPerson("ase-employee", "ASE");
  await server.sql`insert into ase_employees (employee_id, account_id) values (${person.userId}, ${person.accountId})`;
  const client = await logIn(person.email);
  const userId = `n-${randomUUID().slice(0, 8)}`;
  await invoke(server.client({ accessToken: aseAdmin.token }), {
    action: "update",
    accountId: person.accountId,
    userId,
    name: "Åsa",
  });
  const { error } = await server
    .client({ key: server.secretKey })
    .from("user_roles")
    .insert({ user_id: person.accountId, role: "employee" });
  expect(error).toBeNull();
  expect(await told(client)).toEqual(["address by ase-admin ase", "role by service null"]);
});

test("of what people change themselves nothing is told, nor whoever never logged in", async () => {
  const person = await newPerson("attendant", SITE);
  const client = await logIn(person.email);
  await enrol(client);
  expect((await client.auth.updateUser({ password: "Granskog-7410", current_password: PASSWORD })).error).toBeNull();
  const factorId = (await client.auth.mfa.listFactors()).data?.totp[0]?.id;
  await invoke(client, { action: "remove-own-factor", factorId, currentPassword: "Granskog-7410" });
  expect(await told(await logIn(person.email, "Granskog-7410"))).toEqual([]);

  const { accountId } = await makePerson(server, { kind: "attendant", project: SITE, userId: "ny01" });
  await invoke(admin, { action: "set-password", accountId, password: "Granskog-7410" });
  expect(await server.sql`select from private.account_notices where account_id = ${accountId}`).toHaveLength(0);
});

test("an account by e-mail is told by mail, at the address that it had, by whom; nobody reads that in the outbox", async () => {
  const email = `${randomUUID()}@example.com`;
  const accountId = await makeEmailAccount(server, email, PASSWORD);
  const client = await logIn(email);
  await invoke(main, { action: "set-password", accountId, password: "Granskog-7410" });
  const moved = `${randomUUID()}@example.com`;
  const { admin: users } = server.client({ key: server.secretKey }).auth;
  expect((await users.updateUserById(accountId, { email: moved })).error).toBeNull();
  const sent = () => mails.taken.filter(({ to }) => to.includes(email)).map((mail) => mailText(mail));
  await expect.poll(sent, WORKED_THROUGH).toHaveLength(2);
  const [first] = sent();
  expect(first).toMatch(
    new RegExp(`^Lösenordet till ditt konto ${email} ändrades 20.* av huvudadministratören huvudadmin\\.`, "m"),
  );
  expect(first).toMatch(/^The password of your account .* was changed .* by the main admin huvudadmin\.$/m);
  expect(sent()[1]).toMatch(/^Adressen till ditt konto .* av den som sköter servern\.$/m);
  expect((await main.from("outbox").select("id").eq("about", accountId)).data).toEqual([]);
  expect((await admin.from("outbox").select("id").eq("about", accountId)).data).toEqual([]);
  expect(
    await server.sql`select channel from outbox where about = ${accountId} and channel <> 'account-notice'`,
  ).toHaveLength(0);
  await client.auth.signOut({ scope: "local" });
});
