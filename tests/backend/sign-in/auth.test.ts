// Sign-in, driven by the unmodified client against the real server.
import { decodeJwt } from "jose";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { createPasswordHasher } from "#server/sign-in/password-hasher.ts";
import { type TestServer, createTestClient, startTestServer } from "#tests/support/server/server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ from: "seeded" });
});
afterAll(() => server.stop());

const account = { email: "maria@example.org", password: "Hemligt-1" };

describe("a person", () => {
  // Spec 1 §7: sign up with
  // Spec 1 §7: sign in with
  // Spec 1 §7: sign out
  test("signs up, is signed in, gets a profile, signs out and in again", async () => {
    const client = server.client();
    const signedUp = await client.auth.signUp(account);
    expect(signedUp.error).toBeNull();
    expect(signedUp.data.session?.access_token).toBeTruthy();
    const profiles = await server.sql`select email from public.profiles where email = ${account.email}`;
    expect(profiles).toHaveLength(1);
    expect(
      await server.sql`
        select u.raw_user_meta_data->>'email' as email, u.raw_app_meta_data->>'provider' as provider, i.identity_data->>'sub' as sub
        from auth.users u join auth.identities i on i.user_id = u.id where u.email = ${account.email}`,
    ).toEqual([{ email: account.email, provider: "email", sub: signedUp.data.user?.id }]);

    expect((await client.auth.signOut()).error).toBeNull();
    expect((await client.auth.getUser()).data.user).toBeNull();
    const signedIn = await client.auth.signInWithPassword(account);
    expect(signedIn.error).toBeNull();
    const user = await client.auth.getUser();
    expect(user.data.user).toMatchObject({ email: account.email, role: "authenticated" });
  });

  test("cannot use an access token after signing out of it", async () => {
    const client = server.client();
    const { data } = await client.auth.signInWithPassword(account);
    const token = data.session?.access_token ?? "";
    await client.auth.signOut();
    expect((await client.auth.getUser(token)).error?.name).toBe("AuthSessionMissingError");
  });

  test.each([
    ["a wrong password", { ...account, password: "Fel-12345" }],
    ["an unknown address", { ...account, email: "nobody@example.org" }],
  ])("is refused with %s: Invalid login credentials", async (_what, credentials) => {
    const { error } = await server.client().auth.signInWithPassword(credentials);
    expect(error).toMatchObject({ message: "Invalid login credentials", status: 400, code: "invalid_credentials" });
  });

  test("is told when the address is taken or the password is short", async () => {
    const taken = await server.client().auth.signUp(account);
    expect(taken.error).toMatchObject({ message: "User already registered", status: 422 });
    const short = await server.client().auth.signUp({ email: "short@example.org", password: "12345" });
    expect(short.error).toMatchObject({ message: "Password should be at least 6 characters.", status: 422 });
  });

  test("brings as much of its own as a token can hold, and no more", async () => {
    const [enough, tooMuch] = await Promise.all(
      [900, 60_000].map((length) => {
        const options = { data: { note: "x".repeat(length) } };
        return server.client().auth.signUp({ email: `${length}@example.org`, password: "Hemligt-1", options });
      }),
    );
    expect(enough?.error).toBeNull();
    expect(tooMuch?.error).toMatchObject({ code: "validation_failed", status: 400 });
  });

  test("of the seed signs in", async () => {
    const { error } = await server
      .client()
      .auth.signInWithPassword({ email: "agent@parkering.example", password: "Agent-7410" });
    expect(error).toBeNull();
  });

  test("is one when two sign up with one address at once", async () => {
    const twice = { email: "twice@example.org", password: "Hemligt-1" };
    const muted = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const answers = await Promise.all([server.client().auth.signUp(twice), server.client().auth.signUp(twice)]);
    muted.mockRestore();
    const codes = answers.map((answer) => answer.error?.code ?? "made");
    expect(new Set(codes)).toEqual(new Set(["made", "user_already_exists"]));
    expect(await server.sql`select from auth.users where email = ${twice.email}`).toHaveLength(1);
    const identities = await server.sql`select from auth.identities where identity_data->>'email' = ${twice.email}`;
    expect(identities).toHaveLength(1);
  });
});

describe("sessions", () => {
  test("tokens carry GoTrue's claims, after a refresh too", async () => {
    const client = server.client();
    const { data } = await client.auth.signInWithPassword(account);
    const claims = decodeJwt(data.session?.access_token ?? "");
    expect(claims).toMatchObject({
      iss: `${server.url}/auth/v1`,
      aud: "authenticated",
      role: "authenticated",
      sub: data.user?.id,
      email: account.email,
      app_metadata: { provider: "email", providers: ["email"] },
      user_metadata: { email: account.email },
      aal: "aal1",
      is_anonymous: false,
    });
    expect(claims["session_id"]).toMatch(/^[\da-f-]{36}$/);
    expect(claims["amr"]).toMatchObject([{ method: "password" }]);

    const refreshed = await client.auth.refreshSession();
    expect(refreshed.error).toBeNull();
    const renewed = decodeJwt(refreshed.data.session?.access_token ?? "");
    expect(renewed).toMatchObject({
      session_id: claims["session_id"],
      app_metadata: { provider: "email" },
      iss: claims.iss,
    });
  });

  test("two tabs refresh at once, again and again, and both stay signed in", async () => {
    const { data } = await server.client().auth.signInWithPassword(account);
    const session = data.session;
    if (!session) throw new Error("no session");
    const tabs = [1, 2, 3, 4].map(() => createTestClient(server.url, server.publishableKey));
    for (const tab of tabs) expect((await tab.auth.setSession(session)).error).toBeNull();
    for (let round = 0; round < 5; round++) {
      const answers = await Promise.all(tabs.map((tab) => tab.auth.refreshSession()));
      expect(answers.map((answer) => answer.error)).toEqual([null, null, null, null]);
    }
    for (const tab of tabs) expect((await tab.auth.getUser()).data.user?.email).toBe(account.email);
  });

  test("a refresh token that nobody was given is refused, and so is none", async () => {
    const refused = await server
      .client()
      .auth.refreshSession({ refresh_token: "00000000-0000-7000-8000-000000000000" });
    expect(refused.error?.status).toBe(400);
    const empty = await fetch(`${server.url}/auth/v1/token?grant_type=refresh_token`, {
      method: "POST",
      headers: { apikey: server.publishableKey, "content-type": "application/json" },
      body: "{}",
    });
    expect(empty.status).toBe(400);
  });
});

describe("auth.admin", () => {
  test("makes, reads, changes and deletes accounts with the secret key, and lists none", async () => {
    const admin = server.client({ key: server.secretKey }).auth.admin;
    const made = await admin.createUser({
      email: "Ny@Example.org",
      password: "Hemligt-2",
      email_confirm: true,
      user_metadata: { shoe: 42 },
    });
    expect(made.error).toBeNull();
    const id = made.data.user?.id ?? "";
    expect(made.data.user).toMatchObject({
      email: "ny@example.org",
      user_metadata: { shoe: 42 },
      app_metadata: { provider: "email" },
    });
    expect(
      (await server.client().auth.signInWithPassword({ email: "ny@example.org", password: "Hemligt-2" })).error,
    ).toBeNull();

    const changed = await admin.updateUserById(id, { password: "Hemligt-3", app_metadata: { level: 2 } });
    expect(changed.data.user).toMatchObject({
      app_metadata: { provider: "email", level: 2 },
      user_metadata: { shoe: 42 },
    });
    expect(
      (await server.client().auth.signInWithPassword({ email: "ny@example.org", password: "Hemligt-3" })).error,
    ).toBeNull();
    expect(
      (await server.client().auth.signInWithPassword({ email: "ny@example.org", password: "Hemligt-2" })).error?.status,
    ).toBe(400);

    expect((await admin.getUserById(id)).data.user?.email).toBe("ny@example.org");
    expect((await admin.listUsers({ page: 1, perPage: 200 })).error?.status).toBe(404);
    expect((await admin.deleteUser(id)).error).toBeNull();
    expect((await admin.getUserById(id)).error).toMatchObject({ status: 404, code: "user_not_found" });
    expect(await server.sql`select from auth.identities where user_id = ${id}`).toHaveLength(0);
  });

  test("refuses an address that is taken, in any letters", async () => {
    const { error } = await server
      .client({ key: server.secretKey })
      .auth.admin.createUser({ email: "MARIA@example.org", password: "Hemligt-1" });
    expect(error).toMatchObject({ status: 422, code: "email_exists" });
  });

  test("is closed to the public key, to a signed-in person and to browsers that hold the secret key", async () => {
    const client = server.client();
    const { data } = await client.auth.signInWithPassword(account);
    const id = data.user?.id ?? "";
    for (const { auth } of [server.client(), client]) {
      expect((await auth.admin.getUserById(id)).error?.status).toBe(401);
      expect((await auth.admin.deleteUser(id)).error?.status).toBe(401);
    }
    const browser = await fetch(`${server.url}/auth/v1/admin/users/${id}`, {
      headers: { apikey: server.secretKey, "user-agent": "Mozilla/5.0 (X11)" },
    });
    expect(browser.status).toBe(401);
  });
});

test("passwords are hashed outside of the event loop", async () => {
  // Twenty sign-ins at once stopped everything else for 0.7 seconds with a hash in JavaScript.
  const { hash } = createPasswordHasher();
  let turns = 0;
  let isOver = false;
  const turn = () => {
    turns += 1;
    if (!isOver) setImmediate(turn);
  };
  turn();
  await Promise.all(Array.from({ length: 4 }, (_, index) => hash(`Losen-741${index}`)));
  isOver = true;
  expect(turns).toBeGreaterThan(100);
});
