// The second factor: enrolled and shown by the unmodified client, demanded by policies and by a setting, and what stands in for a lost one.
import { randomUUID } from "node:crypto";
import type { SupabaseClient } from "@supabase/supabase-js";
import { decodeJwt } from "jose";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { staffAddress } from "#contract/staff-address.ts";
import { readSecrets } from "#server/secrets.ts";
import { encryptSecrets } from "#server/sign-in/factor-secrets.ts";
import { makeAccount, makePerson } from "#tests/support/people/logged-in.ts";
import { VALID_ROWS, insertRow } from "#tests/support/rows/rows.ts";
import { type TestServer, startTestServer } from "#tests/support/server/server.ts";
import { callSignIn, codeOf, makeEmailAccount } from "#tests/support/people/sign-in.ts";

const PASSWORD = "Losen-7410";
const SITE = "ostra-hamnen";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ profile: "hardened", rateLimits: "none" });
  await insertRow(server.sql, "main_page_sites", { path: SITE });
  await insertRow(server.sql, "parkings", { project_id: SITE });
});
afterAll(() => server.stop());
afterEach(() => server.sql`update private.settings set require_second_factor = '{}', second_factor_from = '{}'`);

/** Seconds that the clock of the authenticator is ahead: a code is taken once, and one of the next half minute is taken too. */
const NEXT = 30_000;

type Person = { email: string; client: SupabaseClient };
/** `code` is the one that was shown first. */
type Enrolled = Person & { factorId: string; secret: string; code: string };

async function newPerson(role?: "admin" | "employee"): Promise<Person> {
  const email = `${randomUUID()}@example.com`;
  const id = await makeEmailAccount(server, email, PASSWORD);
  if (role !== undefined) await server.sql`insert into user_roles (user_id, role) values (${id}, ${role})`;
  return { email, client: await loggedIn(email) };
}

async function loggedIn(email: string, password = PASSWORD): Promise<SupabaseClient> {
  const client = server.client();
  const { error } = await client.auth.signInWithPassword({ email, password });
  if (error !== null) throw error;
  return client;
}

async function enrolled(person: Person): Promise<Enrolled> {
  const { data, error } = await person.client.auth.mfa.enroll({ factorType: "totp", friendlyName: "Telefon" });
  if (error !== null) throw error;
  const { id, totp } = data;
  const code = await codeOf(totp.secret);
  const shown = await person.client.auth.mfa.challengeAndVerify({ factorId: id, code });
  if (shown.error !== null) throw shown.error;
  return { ...person, factorId: id, secret: totp.secret, code };
}

/** Removes the own factor with the current password, as the page of the account does. */
const removeFactor = async (client: SupabaseClient, factorId: string, currentPassword = PASSWORD) =>
  (
    await client.functions.invoke("create-admin-user", {
      body: { action: "remove-own-factor", factorId, currentPassword },
    })
  ).response?.status;

/** Whether the client's login may change properties, as an agent's may. */
const actsAsAgent = async (client: SupabaseClient) =>
  (await client.from("properties").insert({ ...VALID_ROWS.properties, id: randomUUID() })).error?.code ?? "yes";
const stepOf = async (client: SupabaseClient) => (await client.rpc("get_login_step")).data as unknown;
const levelOf = async (client: SupabaseClient) => {
  const { data } = await client.auth.mfa.getAuthenticatorAssuranceLevel();
  return [data?.currentLevel, data?.nextLevel];
};

describe("a second factor", () => {
  test("is enrolled with a picture, a secret and an address, and counts once its first code was shown", async () => {
    const { client, email } = await newPerson();
    const { data, error } = await client.auth.mfa.enroll({ factorType: "totp", friendlyName: "Telefon" });
    expect(error).toBeNull();
    expect(data).toMatchObject({ type: "totp", friendly_name: "Telefon", id: expect.stringMatching(/^[\da-f-]{36}$/) });
    expect(data?.totp.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg .*<\/svg>$/s);
    expect(data?.totp.secret).toMatch(/^[A-Z2-7]{32}$/);
    const uri = new URL(data?.totp.uri ?? "");
    expect([uri.protocol, uri.searchParams.get("issuer"), uri.searchParams.get("secret")]).toEqual([
      "otpauth:",
      "Parkering",
      data?.totp.secret,
    ]);
    expect(decodeURIComponent(uri.pathname)).toContain(email);
    expect([await levelOf(client), await stepOf(client)]).toEqual([["aal1", "aal1"], "nothing"]);
    expect((await client.auth.mfa.listFactors()).data).toMatchObject({ all: [{ status: "unverified" }], totp: [] });
    expect(JSON.stringify((await client.auth.getUser()).data)).not.toContain(data?.totp.secret);
  });

  test("is stored encrypted and bound to itself; one that an earlier version stored plain is taken along", async () => {
    const [person, other] = [await enrolled(await newPerson()), await enrolled(await newPerson())];
    const kept = JSON.stringify(await server.sql`select * from auth.mfa_factors`);
    expect([kept.includes(person.secret), kept.includes(other.secret)]).toEqual([false, false]);
    const showsCode = async () => {
      const code = await codeOf(person.secret, Date.now() + NEXT);
      const client = await loggedIn(person.email);
      return (await client.auth.mfa.challengeAndVerify({ factorId: person.factorId, code })).error === null;
    };
    // A row that is put into another's place opens nothing.
    const [row] = await server.sql`select secret from auth.mfa_factors where id = ${person.factorId}`;
    await server.sql`update auth.mfa_factors set secret = (select secret from auth.mfa_factors where id = ${other.factorId})
      where id = ${person.factorId}`;
    expect(await showsCode()).toBe(false);
    await server.sql`update auth.mfa_factors set secret = ${person.secret} where id = ${person.factorId}`;
    await encryptSecrets(server.database, (await readSecrets(server.database)).factorKeys);
    const [again] = await server.sql`select secret from auth.mfa_factors where id = ${person.factorId}`;
    expect(again?.["secret"]).toMatch(/^v1\./);
    expect(again?.["secret"]).not.toBe(row?.["secret"]);
    expect(await showsCode()).toBe(true);
  });

  test("raises the login that shows it, in the token and after a renewal; another log-in must show it again", async () => {
    const person = await enrolled(await newPerson("employee"));
    const claims = () =>
      person.client.auth.getSession().then(({ data }) => decodeJwt(data.session?.access_token ?? ""));
    expect(await claims()).toMatchObject({ aal: "aal2", amr: [{ method: "totp" }, { method: "password" }] });
    await person.client.auth.refreshSession();
    expect(await claims()).toMatchObject({ aal: "aal2", amr: [{ method: "totp" }, { method: "password" }] });
    expect([await stepOf(person.client), await actsAsAgent(person.client)]).toEqual(["nothing", "yes"]);

    const again = await loggedIn(person.email);
    expect([await levelOf(again), await stepOf(again), await actsAsAgent(again)]).toEqual([
      ["aal1", "aal2"],
      "code",
      "42501",
    ]);
    const shown = await again.auth.mfa.challengeAndVerify({
      factorId: person.factorId,
      code: await codeOf(person.secret, Date.now() + NEXT),
    });
    expect(shown.error).toBeNull();
    expect([await levelOf(again), await stepOf(again), await actsAsAgent(again)]).toEqual([
      ["aal2", "aal2"],
      "nothing",
      "yes",
    ]);
  });

  test("once it counts, ends the logins that know nothing of it", async () => {
    const person = await newPerson();
    const other = await loggedIn(person.email);
    await enrolled(person);
    expect((await other.auth.getUser()).error?.name).toBe("AuthSessionMissingError");
    expect((await person.client.auth.getUser()).error).toBeNull();
  });

  test("its code is taken once, by one of two who show it at once", async () => {
    const person = await enrolled(await newPerson());
    const clients = [await loggedIn(person.email), await loggedIn(person.email)];
    const show = async (client: SupabaseClient | undefined, code: string) =>
      (await client?.auth.mfa.challengeAndVerify({ factorId: person.factorId, code }))?.error?.code ?? "taken";
    expect(await show(clients[0], person.code)).toBe("mfa_verification_failed");
    const code = await codeOf(person.secret, Date.now() + NEXT);
    const answers = await Promise.all(clients.map((client) => show(client, code)));
    expect(answers.toSorted()).toEqual(["mfa_verification_failed", "taken"]);
  });

  test("a wrong code, an old one, another's challenge and one that is over are refused", async () => {
    const [person, other] = [await enrolled(await newPerson()), await enrolled(await newPerson())];
    const client = await loggedIn(person.email);
    const { mfa } = client.auth;
    const { factorId } = person;
    const challenged = async () => (await mfa.challenge({ factorId })).data?.id ?? "";
    const show = async (challengeId: string, code: string) =>
      (await mfa.verify({ factorId, challengeId, code })).error?.code;
    const now = Date.now();
    for (const code of ["000000", "", "abc", "12345678901234567890", await codeOf(person.secret, now - 3 * NEXT)])
      expect(await show(await challenged(), code)).toBe("mfa_verification_failed");
    const code = await codeOf(person.secret, now + NEXT);
    const foreign = (await other.client.auth.mfa.challenge({ factorId: other.factorId })).data?.id ?? "";
    expect(await show(foreign, code)).toBe("mfa_challenge_expired");
    expect(await show(randomUUID(), code)).toBe("mfa_challenge_expired");
    const late = await challenged();
    await server.sql`update auth.mfa_challenges set created_at = now() - interval '6 minutes' where id = ${late}`;
    expect(await show(late, code)).toBe("mfa_challenge_expired");
    expect((await mfa.challenge({ factorId: other.factorId })).error).toMatchObject({
      code: "mfa_factor_not_found",
      status: 404,
    });
    expect(await show(await challenged(), code)).toBeUndefined();
  });

  test("is not replaced, removed or joined by another, and the password is not changed, by a login that did not show it", async () => {
    const person = await enrolled(await newPerson());
    const thief = await loggedIn(person.email);
    expect((await thief.auth.mfa.enroll({ factorType: "totp" })).error?.code).toBe("insufficient_aal");
    expect((await thief.auth.mfa.unenroll({ factorId: person.factorId })).error?.code).toBe("insufficient_aal");
    const changed = await thief.auth.updateUser({ password: "Annat-7410", current_password: PASSWORD });
    expect(changed.error?.code).toBe("insufficient_aal");
    expect((await thief.rpc("make_recovery_codes")).error?.code).toBe("42501");
    expect(
      (await person.client.auth.updateUser({ password: "Annat-7410", current_password: PASSWORD })).error,
    ).toBeNull();
  });

  test("one begun before a first one counted cannot be finished by a login that did not show that", async () => {
    const person = await newPerson();
    const thief = await loggedIn(person.email);
    const begun = await thief.auth.mfa.enroll({ factorType: "totp" });
    await enrolled(person);
    const again = await loggedIn(person.email);
    const answer = await again.auth.mfa.challengeAndVerify({
      factorId: begun.data?.id ?? "",
      code: await codeOf(begun.data?.type === "totp" ? begun.data.totp.secret : ""),
    });
    expect(answer.error?.code).toBe("mfa_factor_not_found");
  });

  test("is removed by a login that showed it, which is then as before", async () => {
    const person = await enrolled(await newPerson("employee"));
    expect(await removeFactor(person.client, person.factorId)).toBe(200);
    await person.client.auth.refreshSession();
    expect([await levelOf(person.client), await actsAsAgent(person.client)]).toEqual([["aal1", "aal1"], "yes"]);
  });

  test("two of one name are refused, and so are too many and a kind that is not known", async () => {
    const { client } = await newPerson();
    const enroll = async (friendlyName: string) =>
      (await client.auth.mfa.enroll({ factorType: "totp", friendlyName })).error?.code;
    expect([await enroll("Telefon"), await enroll("Telefon")]).toEqual([undefined, "mfa_factor_name_conflict"]);
    for (let index = 1; index < 10; index += 1) expect(await enroll(`Nummer ${index}`)).toBeUndefined();
    expect(await enroll("En till")).toBe("too_many_enrolled_mfa_factors");
    expect((await client.auth.mfa.enroll({ factorType: "phone", phone: "+46701234567" })).error?.code).toBe(
      "validation_failed",
    );
  });

  test("its codes are guessed at few times, from wherever: the next one waits, and a right one too", async () => {
    const limited = await startTestServer({ profile: "hardened", trustedProxies: ["127.0.0.1"] });
    const email = `${randomUUID()}@example.com`;
    await makeEmailAccount(limited, email, PASSWORD);
    const client = limited.client();
    await client.auth.signInWithPassword({ email, password: PASSWORD });
    const { data } = await client.auth.mfa.enroll({ factorType: "totp" });
    const token = (await client.auth.getSession()).data.session?.access_token ?? "";
    const { data: challenge } = await client.auth.mfa.challenge({ factorId: data?.id ?? "" });
    const guess = (code: string, index: number) =>
      callSignIn(limited, `/factors/${data?.id}/verify`, {
        token,
        from: `203.0.113.${index}`,
        body: { challenge_id: challenge?.id, code },
      });
    for (let index = 0; index < 3; index += 1) expect((await guess("000000", index)).status).toBe(422);
    const secret = data?.type === "totp" ? data.totp.secret : "";
    expect((await guess(await codeOf(secret), 99)).status).toBe(429);
    await limited.stop();
  });
});

const newChief = () => ({ kind: "admin", project: SITE, userId: `chef-${randomUUID().slice(0, 8)}` }) as const;

const parkingsOf = async (client: SupabaseClient) => (await client.from("parkings").select("id")).data?.length;
const makesAccounts = async (client: SupabaseClient) => {
  const body = {
    action: "create",
    kind: "attendant",
    project: SITE,
    userId: `v-${randomUUID().slice(0, 8)}`,
    password: PASSWORD,
  };
  return (await client.functions.invoke("create-admin-user", { body })).response?.status;
};

const givePassword = (accountId: string) =>
  server.sql`update auth.users set encrypted_password = extensions.crypt(${PASSWORD}, extensions.gen_salt('bf', 4)) where id = ${accountId}`;

/** Makes an admin of a site who logs in with a password. */
async function newAdmin() {
  const who = newChief();
  const { accountId } = await makePerson(server, who);
  await givePassword(accountId);
  const email = staffAddress(who) ?? "";
  return { email, accountId, client: await loggedIn(email) };
}

describe("people with an ID", () => {
  test("reach nothing with the password alone once they have a second factor", async () => {
    const admin = await newAdmin();
    expect([await parkingsOf(admin.client), await makesAccounts(admin.client)]).toEqual([1, 201]);
    const { factorId, secret } = await enrolled(admin);
    expect([await parkingsOf(admin.client), await makesAccounts(admin.client)]).toEqual([1, 201]);
    const weak = await loggedIn(admin.email);
    expect([await parkingsOf(weak), await makesAccounts(weak), await stepOf(weak)]).toEqual([0, 401, "code"]);
    await weak.auth.mfa.challengeAndVerify({ factorId, code: await codeOf(secret, Date.now() + NEXT) });
    expect([await parkingsOf(weak), await makesAccounts(weak), await stepOf(weak)]).toEqual([1, 201, "nothing"]);
  });

  test("of a kind that must have one enrol it before anything else", async () => {
    const admin = await newAdmin();
    await server.sql`update private.settings set require_second_factor = '{admin}'`;
    expect([await parkingsOf(admin.client), await makesAccounts(admin.client), await stepOf(admin.client)]).toEqual([
      0,
      401,
      "enrolment",
    ]);
    await enrolled(admin);
    expect([await parkingsOf(admin.client), await makesAccounts(admin.client), await stepOf(admin.client)]).toEqual([
      1,
      201,
      "nothing",
    ]);
    const refused = server.sql`update private.settings set require_second_factor = '{king}'`;
    await expect(refused).rejects.toMatchObject({ code: "23514", constraint_name: "settings_require_second_factor" });
  });

  test("who lost it get rid of it by whoever manages them", async () => {
    const [admin, chief, stranger] = [await newAdmin(), await newAdmin(), await makeAccount(server.sql, "admin")];
    await enrolled(admin);
    const body = { action: "remove-second-factor", accountId: admin.accountId };
    const by = (client: SupabaseClient) =>
      client.functions.invoke("create-admin-user", { body }).then(({ response }) => response?.status);
    expect(await by(server.client({ accessToken: stranger.token }))).toBe(403);
    expect(await by(chief.client)).toBe(200);
    const client = await loggedIn(admin.email);
    expect([await stepOf(client), await parkingsOf(client)]).toEqual(["nothing", 1]);
  });
});

test("administrators and agents by e-mail can be made to have one", async () => {
  const [admin, agent] = [await newPerson("admin"), await newPerson("employee")];
  await server.sql`update private.settings set require_second_factor = '{account-admin}'`;
  expect([await stepOf(admin.client), await stepOf(agent.client), await actsAsAgent(agent.client)]).toEqual([
    "enrolment",
    "nothing",
    "yes",
  ]);
  const create = { email: `${randomUUID()}@example.com`, password: PASSWORD, accountType: "member" };
  const status = async () =>
    (await admin.client.functions.invoke("create-admin-user", { body: create })).response?.status;
  expect(await status()).toBe(403);
  await enrolled(admin);
  expect(await status()).toBe(201);
  await server.sql`update private.settings set require_second_factor = '{agent}'`;
  expect([await stepOf(agent.client), await actsAsAgent(agent.client)]).toEqual(["enrolment", "42501"]);
});

const demand = async (asker: SupabaseClient, kinds: string[]) =>
  (await asker.rpc("demand_second_factor", { kinds })).error?.code;
const demanded = async (asker: SupabaseClient) => (await asker.rpc("get_second_factor_demands")).data as unknown;

/** The date of every announced demand comes; logins of those without a factor end, as the job of each minute has it. */
const letDatesCome = async () => {
  await server.sql`update private.settings set second_factor_from =
    (select coalesce(jsonb_object_agg(f.key, case when f.value is not null then now() end), '{}') from jsonb_each_text(second_factor_from) f)`;
  await server.sql`select private.run_due()`;
};

// Spec 5 §8: The demand of a
// Spec 5 §8: required_from starts 7
test("the main admin alone demands it a week ahead, of themselves only with one of their own; then who lacks it logs in again", async () => {
  const main = await makePerson(server, { kind: "main-admin", project: null, userId: "forsta" });
  const client = server.client({ accessToken: main.token });
  const [admin, agent, other] = [await newAdmin(), await newPerson("admin"), await newPerson("employee")];

  for (const stranger of [admin.client, agent.client, other.client])
    expect([await demand(stranger, []), await demanded(stranger)]).toEqual(["42501", null]);
  expect(await demand(client, ["main-admin"])).toBe("P0001");
  expect(await demand(client, ["king"])).toBe("23514");
  expect(await demanded(client)).toEqual([]);

  expect(await demand(client, ["admin", "admin", "account-admin"])).toBeUndefined();
  expect(await demanded(client)).toEqual(["account-admin", "admin"]);
  // Nobody is thrown out before the date, which each of them reads.
  const { data: dates } = await client.rpc("get_second_factor_dates");
  const due = Date.parse((dates as { admin: string }).admin);
  expect(Math.round((due - Date.now()) / 3_600_000)).toBe(7 * 24);
  expect([await dueOf(admin.client), await dueOf(agent.client)].map((date) => Date.parse(date ?? ""))).toEqual([
    due,
    due,
  ]);
  expect([await dueOf(other.client), await stepOf(admin.client), await stepOf(await loggedIn(admin.email))]).toEqual([
    null,
    "nothing",
    "nothing",
  ]);
  // Saved again, a demand keeps its date.
  await server.sql`update private.settings set second_factor_from = jsonb_set(second_factor_from, '{admin}', to_jsonb(now() + interval '1 day'))`;
  const before = await dueOf(admin.client);
  expect(await demand(client, ["admin", "account-admin", "operator"])).toBeUndefined();
  expect(await dueOf(admin.client)).toBe(before);
  expect(await demand(client, ["admin", "account-admin"])).toBeUndefined();
  await server.sql`select private.run_due()`;
  expect((await admin.client.auth.getUser()).error).toBeNull();

  await letDatesCome();
  expect((await client.rpc("get_second_factor_dates")).data).toEqual({});
  for (const ended of [admin.client, agent.client])
    expect((await ended.auth.getUser()).error?.name).toBe("AuthSessionMissingError");
  expect((await other.client.auth.getUser()).error).toBeNull();
  expect(await stepOf(await loggedIn(admin.email))).toBe("enrolment");
  // An administrator of e-mail accounts is an agent too.
  expect(await demand(client, ["agent"])).toBeUndefined();
  expect(await demanded(client)).toEqual(["account-admin", "agent"]);
  await letDatesCome();
  expect((await other.client.auth.getUser()).error?.name).toBe("AuthSessionMissingError");

  const email = staffAddress({ kind: "main-admin", project: null, userId: "forsta" }) ?? "";
  await givePassword(main.accountId);
  const enrolledMain = await enrolled({ email, client: await loggedIn(email) });
  expect(await demand(enrolledMain.client, ["main-admin"])).toBeUndefined();
  await letDatesCome();
  expect(await stepOf(enrolledMain.client)).toBe("nothing");
});

const codesOf = async (client: SupabaseClient) => (await client.rpc("make_recovery_codes")).data as string[];
const use = async (client: SupabaseClient, code: string) =>
  (await client.rpc("use_recovery_code", { code })).data as unknown;

const dueOf = async (client: SupabaseClient) => (await client.rpc("get_second_factor_due")).data as string | null;

test("of main admins one is demanded by default, a week after the first log-in, until they take it back", async () => {
  const { accountId } = await makePerson(server, { kind: "main-admin", project: null, userId: "huvudadmin" });
  await givePassword(accountId);
  const email = staffAddress({ kind: "main-admin", project: null, userId: "huvudadmin" }) ?? "";
  const first = await loggedIn(email);
  const due = Date.parse((await dueOf(first)) ?? "");
  expect(Math.round((due - Date.now()) / 3_600_000)).toBe(7 * 24);
  expect([await stepOf(first), await dueOf((await newAdmin()).client)]).toEqual(["nothing", null]);

  await server.sql`update private.settings set second_factor_from = jsonb_build_object('main-admin', now())`;
  const later = await loggedIn(email);
  expect([await stepOf(later), await dueOf(later)]).toEqual(["enrolment", null]);
  const { client } = await enrolled({ email, client: later });
  expect((await client.rpc("get_second_factor_demands")).data).toEqual(["main-admin"]);

  expect((await client.rpc("demand_second_factor", { kinds: [] })).error).toBeNull();
  await loggedIn(email);
  expect([(await client.rpc("get_second_factor_demands")).data, await dueOf(client)]).toEqual([[], null]);
});

describe("recovery codes", () => {
  test("are ten, told once, kept as hashes, and each stands in for the second factor once", async () => {
    const person = await enrolled(await newPerson("employee"));
    const codes = await codesOf(person.client);
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^([0-9a-f]{5}-){3}[0-9a-f]{5}$/);
    const kept = JSON.stringify(await server.sql`select * from private.recovery_codes`);
    for (const code of codes) expect(kept).not.toContain(code.replaceAll("-", ""));

    const [first = "", second = ""] = codes;
    const client = await loggedIn(person.email);
    expect([await use(client, "00000-00000-00000-00000"), await stepOf(client)]).toEqual([false, "code"]);
    expect(await use(client, ` ${first.toUpperCase().replaceAll("-", " ")} `)).toBe(true);
    expect([await stepOf(client), await actsAsAgent(client)]).toEqual(["nothing", "yes"]);
    await client.auth.refreshSession();
    expect(await levelOf(client)).toEqual(["aal2", "aal2"]);
    const next = await loggedIn(person.email);
    expect([await use(next, first), await use(next, second)]).toEqual([false, true]);
    // With it the lost factor is removed, and codes go with the last one.
    expect(await removeFactor(next, person.factorId)).toBe(200);
    expect(
      await server.sql`select from private.recovery_codes r join auth.users u on u.id = r.account_id where u.email = ${person.email}`,
    ).toHaveLength(0);
    // Logins that a code raised are as before then, too: where a factor is demanded they reach nothing without another one.
    for (const each of [client, next]) {
      await each.auth.refreshSession();
      expect(await levelOf(each)).toEqual(["aal1", "aal1"]);
    }
    await server.sql`update private.settings set require_second_factor = '{agent}'`;
    expect([await stepOf(next), await actsAsAgent(client)]).toEqual(["enrolment", "42501"]);
  });

  test("of another account, of a login that ended, and of ten made before are none", async () => {
    const [person, other] = [await enrolled(await newPerson()), await enrolled(await newPerson())];
    const [old = ""] = await codesOf(person.client);
    const [code = ""] = await codesOf(person.client);
    const client = await loggedIn(person.email);
    expect(await use(await loggedIn(other.email), code)).toBe(false);
    expect(await use(client, old)).toBe(false);
    await server.sql`update auth.sessions set created_at = now() - interval '40 days'`;
    expect(await use(client, code)).toBe(false);
  });

  test("are made by a login that showed its factor just now, and by no other", async () => {
    const person = await enrolled(await newPerson());
    await server.sql`update auth.mfa_amr_claims set updated_at = now() - interval '16 minutes'`;
    expect((await person.client.rpc("make_recovery_codes")).error?.code).toBe("42501");
  });

  test("are for the person alone: no role reads them", async () => {
    const { client } = await newPerson();
    expect((await client.rpc("make_recovery_codes")).error?.code).toBe("42501");
    expect((await server.client().rpc("use_recovery_code", { code: "x" })).error).not.toBeNull();
    for (const role of ["anon", "authenticated", "service_role"]) {
      const reading = server.sql.begin(async (sql) => {
        await sql.unsafe(`set local role ${role}`);
        await sql`select from private.recovery_codes`;
      });
      await expect(reading).rejects.toMatchObject({ code: "42501" });
    }
  });
});
