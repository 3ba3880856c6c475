// A guesser's answers: odd spellings of an address, who has an account, keeping others out. The real server and its limits.
import { randomUUID } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
import { pino } from "pino";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { RATE_LIMITS, type RateLimits } from "#contract/rate-limits.ts";
import { type DatabasePool, openPool } from "#server/database/driver/connect.ts";
import { NO_LIMITS } from "#server/limits/limits.ts";
import { ACCOUNT_RULES } from "#server/product/accounts.ts";
import { estimateGuessing } from "#server/sign-in/password-estimate.ts";
import { createSignIn } from "#server/sign-in/create-sign-in.ts";
import { createPasswordHasher } from "#server/sign-in/password-hasher.ts";
import { type TestServer, startTestServer } from "#tests/support/server/server.ts";
import { type SignInCall, callSignIn, makeEmailAccount } from "#tests/support/people/sign-in.ts";

const within = (points: number) => ({ points, seconds: 600 });
const SMALL: RateLimits = {
  ...RATE_LIMITS,
  login: { address: within(8), account: null, accountAtAddress: within(3) },
  signUp: { address: within(3), account: null },
};
const PASSWORD = "Losen-7410";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ profile: "hardened", rateLimits: SMALL, trustedProxies: ["127.0.0.1"] });
});
afterAll(() => server.stop());

/** An address that no other test uses. */
let from = "";
let addresses = 0;
beforeEach(() => {
  addresses += 1;
  from = `203.0.113.${addresses}`;
});

const call = (path: string, more: SignInCall = {}) => callSignIn(server, path, { from, ...more });
const logIn = (email: string, password: string, more: SignInCall = {}) =>
  call("/token?grant_type=password", { body: { email, password }, ...more });

/** Every spelling that leads to a route by some reading, and is none. */
const ODD_LOGINS = [
  "/%74oken?grant_type=password",
  "/token%2F?grant_type=password",
  "/%74%6f%6b%65%6e?grant_type=password",
  "//token?grant_type=password",
  "/token/?grant_type=password",
  "/Token?grant_type=password",
  "/token?grant%5Ftype=password",
  "/token?grant%5Ftype=refresh_token&grant_type=password",
  "/token?grant_type=refresh_token&grant_type=password",
  "/token?grant_type=password&grant_type=refresh_token",
  "/token?GRANT_TYPE=refresh_token&grant_type=password",
  "/token?grant_type=password&x=1",
  "/token?grant_type[]=password",
  "/token",
];

describe("an address in an odd spelling", () => {
  test.each(ODD_LOGINS)("%s logs nobody in", async (path) => {
    const email = `${randomUUID()}@example.com`;
    await makeEmailAccount(server, email, PASSWORD);
    const answer = await call(path, { body: { email, password: PASSWORD } });
    expect([400, 404]).toContain(answer.status);
    expect(answer.body["access_token"]).toBeUndefined();
    expect(
      await server.sql`select from auth.sessions s join auth.users u on u.id = s.user_id where u.email = ${email}`,
    ).toEqual([]);
  });

  test("an encoded value is the value: it counts as every log-in", async () => {
    for (let index = 0; index < 3; index += 1)
      expect(
        (await call("/token?grant_type=pass%77ord", { body: { email: "a@example.com", password: "x" } })).status,
      ).toBe(400);
    expect((await logIn("a@example.com", "x")).status).toBe(429);
  });

  test.each(["/sign%75p", "/signup/", "/signup?x=1", "/signup?redirect_to=a&redirect_to=b", "//signup", "/SIGNUP"])(
    "%s makes no account",
    async (path) => {
      const email = `${randomUUID()}@example.com`;
      const answer = await call(path, { body: { email, password: PASSWORD } });
      expect([400, 404]).toContain(answer.status);
      expect(await server.sql`select from auth.users where email = ${email}`).toEqual([]);
    },
  );

  test.each([
    "application/json; text/csv",
    "application/json, text/plain",
    "text/plain",
    "application/x-www-form-urlencoded",
    "application/jsonx",
    "application/json; charset=utf-16",
  ])("a body of the type %s is refused", async (type) => {
    const answer = await logIn("a@example.com", PASSWORD, { headers: { "content-type": type } });
    expect(answer.status).toBe(415);
  });

  test("a body of the client's type is taken", async () => {
    const answer = await logIn("a@example.com", "x", { headers: { "content-type": "application/json;charset=UTF-8" } });
    expect(answer.status).toBe(400);
    expect(answer.body["error_code"]).toBe("invalid_credentials");
  });
});

test("the function that makes accounts has one spelling, the one that is limited", async () => {
  for (const path of [
    "/functions/v1/%63reate-admin-user",
    "/functions/v1/create%2Dadmin-user",
    "/%66unctions/v1/create-admin-user",
  ]) {
    const answer = await fetch(server.url + path, {
      method: "POST",
      headers: { apikey: server.publishableKey, "content-type": "application/json" },
      body: "{}",
    });
    expect([path, answer.status]).toEqual([path, 404]);
  }
});

test("no answer is kept by anybody between", async () => {
  const email = `${randomUUID()}@example.com`;
  await makeEmailAccount(server, email, PASSWORD);
  const login = await logIn(email, PASSWORD);
  const token = String(login.body["access_token"]);
  const answers = [
    login,
    await logIn(email, "x"),
    await call("/user", { method: "GET", token }),
    await call("/user", { method: "GET" }),
    await call("/signup", { method: "GET" }),
    await call("/nothing", { method: "GET" }),
    await call("/logout", { token }),
  ];
  expect(answers.map(({ headers }) => headers.get("cache-control"))).toEqual(answers.map(() => "no-store"));
});

describe("who has an account", () => {
  test("does not show by what a failed log-in costs: statements, hashes, answer", async () => {
    const email = `${randomUUID()}@example.com`;
    await makeEmailAccount(server, email, PASSWORD);
    await server.sql`insert into auth.users (id, email, email_confirmed_at) values (gen_random_uuid(), 'passwordless@example.com', now())`;
    const pool = openPool(server.databaseUrl, { name: "counted", max: 2 });
    const hasher = createPasswordHasher();
    await server.sql`update auth.users set encrypted_password = ${await hasher.hash(PASSWORD)} where email = ${email}`;
    const done: string[] = [];
    const counting: DatabasePool = {
      query: ((statement: { text: string }) => {
        done.push(statement.text.trim());
        return pool.query(statement as never);
      }) as never,
      connect: (() => {
        done.push("a transaction");
        return pool.connect();
      }) as never,
    };
    const routes = createSignIn({
      pool: counting,
      hasher: {
        ...hasher,
        verify: (password, stored) => {
          done.push(`compared with ${stored.slice(4, 7)}`);
          return hasher.verify(password, stored);
        },
      },
      credentials: {
        signingKeys: ["a secret of this test that is long enough"],
        publishableKey: "public",
        secretKeys: ["secret"],
        factorKeys: ["a key"],
      },
      publicUrl: null,
      limits: NO_LIMITS,
      addressOf: () => "203.0.113.1",
      rules: { ...ACCOUNT_RULES, refuseGuessable: true },
      log: pino({ level: "silent" }),
    });
    const costOf = async (tried: string) => {
      done.length = 0;
      const answer = await routes.request("http://localhost/token?grant_type=password", {
        method: "POST",
        headers: { apikey: "public", "content-type": "application/json" },
        body: JSON.stringify({ email: tried, password: "Gissning-1" }),
      });
      return { status: answer.status, text: await answer.text(), done: [...done] };
    };
    const known = await costOf(email);
    expect(known).toMatchObject({ status: 400, done: [expect.stringMatching(/^select/), "compared with 10$"] });
    for (const tried of ["nobody@example.com", "passwordless@example.com", "", "kein@", "x".repeat(300)])
      expect(await costOf(tried)).toEqual(known);
    await pool.end();
  });

  test.each([
    "vakt01.ostra-hamnen@attendant.konto.parkering.example",
    "nobody@attendant.konto.parkering.example",
    "Vakt01.Ostra-Hamnen@Attendant.Konto.Parkering.Example",
    " vakt01.ostra-hamnen@attendant.konto.parkering.example ",
    "ny@konto.parkering.example",
    "vakt01@ｋonto.parkering.example",
    "vakt01@attendant.konto.parkering.example.",
    "vakt 01@attendant.konto.parkering.example",
  ])("a sign-up with the staff's address %j is refused in one way", async (email) => {
    await server.sql`insert into auth.users (id, email, raw_app_meta_data)
      values (gen_random_uuid(), 'vakt01.ostra-hamnen@attendant.konto.parkering.example', '{"assigned": true}') on conflict do nothing`;
    const answer = await call("/signup", { body: { email, password: PASSWORD } });
    expect([answer.status, answer.body]).toEqual([
      422,
      { code: 422, error_code: "email_address_not_authorized", msg: "This address is reserved." },
    ]);
  });

  test("a sign-up tells that an address is taken (document 1 §8), and is limited", async () => {
    const email = `${randomUUID()}@example.com`;
    expect((await call("/signup", { body: { email, password: PASSWORD } })).status).toBe(200);
    const taken = await call("/signup", { body: { email: ` ${email.toUpperCase()}`, password: PASSWORD } });
    expect([taken.status, taken.body["msg"]]).toEqual([422, "User already registered"]);
    await call("/signup", { body: { email, password: PASSWORD } });
    expect((await call("/signup", { body: { email, password: PASSWORD } })).status).toBe(429);
  });
});

/** The cookie that a log-in set, as a browser sends it again. */
const cookieOf = (headers: Headers) => headers.get("set-cookie")?.split(";")[0] ?? "";

describe("keeping somebody out", () => {
  test("by wrong passwords from elsewhere is not possible", async () => {
    const email = `${randomUUID()}@example.com`;
    await makeEmailAccount(server, email, PASSWORD);
    for (let index = 0; index < 12; index += 1)
      expect((await logIn(email, "x", { from: `198.51.100.${index}` })).status).toBe(400);
    for (let index = 0; index < 5; index += 1) await logIn(email, "x", { from: "198.51.100.77" });
    expect((await logIn(email, PASSWORD, { from: "198.51.100.77" })).status).toBe(429);
    expect((await logIn(email, PASSWORD)).status).toBe(200);
  });

  test("from the own address is not possible on a device that was logged in before", async () => {
    const email = `${randomUUID()}@example.com`;
    await makeEmailAccount(server, email, PASSWORD);
    const first = await logIn(email, PASSWORD);
    const cookie = cookieOf(first.headers);
    expect(first.headers.get("set-cookie")).toMatch(/; HttpOnly; SameSite=Strict$/);
    expect(cookie).not.toContain(email.slice(0, 8));
    // A hundred made-up names, and this one, from the same guest network.
    for (let index = 0; index < 9; index += 1) await logIn(`made-up${index}@example.com`, "x");
    for (let index = 0; index < 4; index += 1) await logIn(email, "x");
    expect((await logIn(email, PASSWORD)).status).toBe(429);
    expect((await logIn(email, PASSWORD, { headers: { cookie } })).status).toBe(200);
    // The device is counted by itself, wherever it is.
    for (let index = 0; index < 3; index += 1)
      expect((await logIn(email, "x", { headers: { cookie }, from: `198.51.100.${index}` })).status).toBe(400);
    expect((await logIn(email, PASSWORD, { headers: { cookie }, from: "198.51.100.9" })).status).toBe(429);
  });

  test("a device that knows another account, or a forged cookie, is like any other", async () => {
    const [mine, other] = [`${randomUUID()}@example.com`, `${randomUUID()}@example.com`];
    for (const email of [mine, other]) await makeEmailAccount(server, email, PASSWORD);
    const cookie = cookieOf((await logIn(mine, PASSWORD)).headers);
    for (let index = 0; index < 3; index += 1) await logIn(other, "x", { headers: { cookie } });
    const forged = cookie.replace(/\.[^.]*$/, ".AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA");
    for (const tried of [cookie, forged, "parkering_device=", "parkering_device=a~b.c"])
      expect((await logIn(other, PASSWORD, { headers: { cookie: tried } })).status).toBe(429);
  });

  test("a device that several people share knows them all", async () => {
    const people = Array.from({ length: 3 }, () => `${randomUUID()}@example.com`);
    let cookie = "";
    for (const email of people) {
      await makeEmailAccount(server, email, PASSWORD);
      cookie = cookieOf((await logIn(email, PASSWORD, { headers: { cookie } })).headers);
    }
    for (let index = 0; index < 9; index += 1) await logIn(`made-up${index}@example.com`, "x");
    for (const email of people) expect((await logIn(email, PASSWORD, { headers: { cookie } })).status).toBe(200);
  });
});

test("a password that takes long to estimate holds up nobody else", async () => {
  expect(await estimateGuessing("hamnen2026", ["Östra hamnen"], ACCOUNT_RULES.words)).toBe("known");
  const over = new AbortController();
  const estimated = estimateGuessing("4@8({[<3691!|1l05$7+%2z4@8({[<36", [], ACCOUNT_RULES.words).finally(() =>
    over.abort(),
  );
  let turns = 0;
  for (; !over.signal.aborted; turns += 1) await nextTurn();
  expect(await estimated).toBeNull();
  expect(turns).toBeGreaterThan(10);
});
