// The function create-admin-user of the profile `specified` through the unmodified client on the real server, with the rows that it
// writes; its actions of the profile `hardened` are in staff-accounts.test.ts.
import { randomUUID } from "node:crypto";
import type { FunctionsHttpError } from "@supabase/supabase-js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Acting } from "#data/acting.ts";
import { deleteCredential } from "#data/admin_user_credentials/mutations.ts";
import { makePerson } from "#tests/support/people/logged-in.ts";
import { startTestServer, type TestServer } from "#tests/support/server/server.ts";

let server: TestServer;
const acting: Acting = { login: "account", client: () => Promise.resolve(server.client()) };
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const newEmail = () => `${randomUUID()}@example.com`;

/** Calls the function with the public key; gives its status and body. */
async function create(body: object): Promise<{ status: number; body: unknown }> {
  const { data, error, response } = await server.client().functions.invoke("create-admin-user", { body });
  expect(response?.headers.get("cache-control")).toBe("no-store");
  if (error === null) return { status: 201, body: data };
  const { context } = error as FunctionsHttpError & { context: Response };
  return { status: context.status, body: await context.json() };
}

const rowsOf = async (email: string) => ({
  users: await server.sql`select id from auth.users where email = ${email}`,
  profiles: await server.sql`select id from profiles where email = ${email}`,
  roles: await server.sql`
    select r.role from user_roles r join auth.users u on u.id = r.user_id where u.email = ${email}`,
  credentials: await server.sql`
    select password_text, account_type, is_active from admin_user_credentials where email = ${email}`,
});

describe("an account", () => {
  // Spec 2 §5: Account type is
  // Spec 2 §5: employee, customer or
  // Spec 2 §7: Remote procedure …
  // Spec 2 §7: Edge function create-admin-user,
  // Spec 2 §7: Body: email, password,
  // Spec 2 §7: Response: a message
  test.each(["employee", "customer", "member"])("of type %s signs in and has its role", async (accountType) => {
    const email = newEmail();
    const answer = await create({
      email: ` ${email.toUpperCase()} `,
      password: "Konto-7410",
      accountType,
      createdBy: "super-admin",
    });
    expect(answer).toEqual({ status: 201, body: { message: `Account created for ${email}` } });

    const rows = await rowsOf(email);
    expect(rows.roles).toEqual([{ role: accountType }]);
    expect(rows.credentials).toEqual([{ password_text: "Konto-7410", account_type: accountType, is_active: true }]);
    expect(rows.profiles).toEqual(rows.users);
    const client = server.client();
    const { data, error } = await client.auth.signInWithPassword({ email, password: "Konto-7410" });
    expect(error).toBeNull();
    const role = await client.rpc("get_user_role", { _user_id: data.user?.id ?? "" });
    expect(role.data).toBe(accountType);
  });

  test("that was removed is made anew by an administrator, and not by the general sign-in", async () => {
    const account = { email: newEmail(), password: "Konto-7410" };
    await create({ ...account, accountType: "member", createdBy: "super-admin" });
    const [credential] = await server.sql`select id from admin_user_credentials where email = ${account.email}`;
    await deleteCredential(acting, { id: credential!["id"] as string, email: account.email });
    expect(await create({ ...account, email: account.email.toUpperCase(), accountType: "employee" })).toEqual({
      status: 409,
      body: { error: "The account with this email address was removed" },
    });
    expect((await rowsOf(account.email)).users).toEqual([]);
    expect((await create({ ...account, accountType: "member", createdBy: "super-admin" })).status).toBe(201);
  });

  test("is made without createdBy too, as the general sign-in asks for it", async () => {
    const email = newEmail();
    expect(await create({ email, password: "Konto-7410", accountType: "employee" })).toMatchObject({ status: 201 });
    expect((await rowsOf(email)).roles).toEqual([{ role: "employee" }]);
  });

  // Spec 2 §7: Edge function create-admin-user,
  // Spec 2 §7: Body: email, password,
  // Spec 2 §7: Response: a message
  test("whose address is taken is refused, and what is there stays as it is", async () => {
    const email = newEmail();
    await create({ email, password: "Konto-7410", accountType: "customer" });
    const before = await rowsOf(email);
    expect(await create({ email, password: "Annat-7410", accountType: "employee" })).toEqual({
      status: 409,
      body: { error: "An account with this email address already exists" },
    });
    expect(await rowsOf(email)).toEqual(before);
  });

  test("whose credential cannot be written is taken back whole", async () => {
    const email = newEmail();
    await server.sql`
      insert into admin_user_credentials (email, password_text, account_type) values (${email}, 'Gammal-7410', 'member')`;
    expect(await create({ email, password: "Konto-7410", accountType: "employee" })).toMatchObject({ status: 409 });
    const rows = await rowsOf(email);
    expect([rows.users, rows.roles, rows.profiles]).toEqual([[], [], []]);
    expect(rows.credentials).toMatchObject([{ password_text: "Gammal-7410" }]);
  });
});

// Spec rules §1: An account goes
test("goes with its credential: nobody signs in with it, and the address is free again", async () => {
  const [email, other] = [newEmail(), newEmail()];
  for (const each of [email, other]) await create({ email: each, password: "Konto-7410", accountType: "employee" });
  const [credential] = await server.sql<{ id: string }[]>`select id from admin_user_credentials where email = ${email}`;
  await deleteCredential(acting, { id: credential?.id ?? "", email });
  expect(await rowsOf(email)).toEqual({ users: [], profiles: [], roles: [], credentials: [] });
  const { error } = await server.client().auth.signInWithPassword({ email, password: "Konto-7410" });
  expect(error?.code).toBe("invalid_credentials");
  expect((await rowsOf(other)).roles).toEqual([{ role: "employee" }]);

  expect(await create({ email, password: "Konto-7411", accountType: "member" })).toMatchObject({ status: 201 });
  expect((await rowsOf(email)).roles).toEqual([{ role: "member" }]);
});

test("of somebody with an ID stays, whatever the list names", async () => {
  const person = await makePerson(server, { kind: "attendant", project: "standard", userId: "vakt-kvar" });
  const [account] = await server.sql<{ email: string }[]>`select email from auth.users where id = ${person.accountId}`;
  await server.sql`
    insert into admin_user_credentials (email, password_text, account_type)
    values (${account?.email ?? ""}, 'Konto-7410', 'member')`;
  await server
    .client()
    .from("admin_user_credentials")
    .delete()
    .eq("email", account?.email ?? "");
  expect(await server.sql`select id from auth.users where id = ${person.accountId}`).toHaveLength(1);
});

describe("a body that is wrong is refused and makes nothing", () => {
  const good = { email: "nobody@example.com", password: "Konto-7410", accountType: "employee", createdBy: "admin" };
  test.each([
    [{ ...good, email: "" }, "Email and password are required"],
    [{ ...good, email: 7 }, "Email and password are required"],
    [{ email: good.email }, "Email and password are required"],
    [{ ...good, email: "nobody" }, "The email address is not valid"],
    [{ ...good, email: "no body@example.com" }, "The email address is not valid"],
    [{ ...good, email: "nobody@example..com" }, "Unable to validate email address: invalid format"],
    [{ ...good, email: "nobody@[127.0.0.1]" }, "Unable to validate email address: invalid format"],
    [{ ...good, password: "12345" }, "Password must be at least 6 characters long"],
    [
      { ...good, password: "å".repeat(37) },
      "The password is too long: it may have 72 bytes (å, ä and ö take two each)",
    ],
    [{ ...good, accountType: "admin" }, "The account type must be employee, customer or member"],
    [{ ...good, accountType: "constructor" }, "The account type must be employee, customer or member"],
    [{ ...good, createdBy: "me" }, "createdBy must be admin or super-admin"],
  ])("%j", async (body, error) => {
    expect(await create(body)).toEqual({ status: 400, body: { error } });
    expect((await rowsOf(good.email)).users).toEqual([]);
  });

  test.each([
    ["POST", "text/plain", 415],
    ["POST", "application/x-www-form-urlencoded", 415],
    ["GET", undefined, 405],
    ["OPTIONS", undefined, 204],
  ])("%s of %s gets %i and lets no other origin read", async (method, type, status) => {
    const answer = await fetch(`${server.url}/functions/v1/create-admin-user`, {
      method,
      headers: {
        apikey: server.publishableKey,
        Origin: "https://other.example",
        ...(type === undefined ? {} : { "Content-Type": type }),
      },
      ...(method === "POST" ? { body: JSON.stringify(good) } : {}),
    });
    expect(answer.status).toBe(status);
    expect(answer.headers.get("access-control-allow-origin")).toBeNull();
    expect((await rowsOf(good.email)).users).toEqual([]);
  });
});

test.each([
  { action: "create", kind: "attendant", userId: "vakt99", password: "Vakt-7410" },
  { action: "set-password", accountId: randomUUID(), password: "Vakt-7410" },
  { action: "delete", accountId: randomUUID() },
  { action: "update", accountId: randomUUID(), userId: "ASE-009", name: "Ny" },
  { action: "change-own-password", password: "Vakt-7410" },
  { action: "another" },
])("$action of an account is of the profile hardened alone", async (body) => {
  expect(await create(body)).toEqual({
    status: 403,
    body: { error: "This server keeps accounts in its tables (profile specified)" },
  });
});
