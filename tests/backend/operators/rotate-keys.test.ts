// New secrets while servers run: what the old ones signed stays good until it is over, at every process, and nobody is logged out.
// Runs in `npm run test:all` alone, minutes long: operators' commands share no code with a screen.
import { randomUUID } from "node:crypto";
import { jwtVerify } from "jose";
import type { Sql } from "postgres";
import { afterEach, expect, test, vi } from "vitest";
import { readSecrets, rotateSecrets } from "#server/secrets.ts";
import { decryptSecret, encryptSecrets } from "#server/sign-in/factor-secrets.ts";
import { PATIENCE } from "#tests/support/run/patience.ts";
import { type TestServer, createTestClient, startTestServer } from "#tests/support/server/server.ts";
import { noisyPng } from "#tests/support/rows/real-photos.ts";
import { PHOTOS } from "#tests/support/rows/writes.ts";

const cleanUps: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp();
});

/** Two processes on one database, which look for new secrets all the time. */
async function startTwo(): Promise<[TestServer, TestServer]> {
  const first = await startTestServer({ from: "seeded", lookForSecretsEveryMs: 50 });
  cleanUps.push(() => first.stop());
  const second = await startTestServer({ databaseUrl: first.databaseUrl, lookForSecretsEveryMs: 50 });
  cleanUps.push(() => second.stop());
  return [first, second];
}

/** Lets so many seconds go by for the secrets: their times are what the database has. */
const letPass = (sql: Sql, seconds: number) => sql`
  update private.server_secrets
  set name = split_part(name, '@', 1) || '@' || (split_part(name, '@', 2)::bigint - ${seconds})
  where name like '%@%'`;

const names = async (sql: Sql) =>
  (await sql<{ name: string }[]>`select name from private.server_secrets order by 1`).map(({ name }) =>
    name.replace(/\d+$/, ""),
  );

/** The answer to a person with this token. */
const ask = async (server: TestServer, token: string) => {
  const answer = await fetch(`${server.url}/auth/v1/user`, {
    headers: { apikey: server.publishableKey, authorization: `Bearer ${token}` },
  });
  const table = await fetch(`${server.url}/rest/v1/parkings?limit=1`, {
    headers: { apikey: server.publishableKey, authorization: `Bearer ${token}` },
  });
  return [answer.status, table.status];
};

// Spec rules §11: Secrets for signing
test("old tokens and signed addresses are good until they are over, new ones at every process before anybody signs with them", async () => {
  const [first, second] = await startTwo();
  const { sql } = first;
  const client = createTestClient(first.url, first.publishableKey);
  const { data } = await client.auth.signUp({ email: "ny@example.org", password: "Hemlig-7410" });
  const old = data.session?.access_token ?? "";
  const photos = first.client({ key: first.secretKey }).storage.from(PHOTOS);
  expect((await photos.upload("vakt01/a.png", await noisyPng(8), { contentType: "image/png" })).error).toBeNull();
  const signed = (await photos.createSignedUrls(["vakt01/a.png"], 600)).data?.[0]?.signedUrl ?? "";
  const heard: unknown[] = [];
  const states: string[] = [];
  const channel = client
    .channel("parkings")
    .on("postgres_changes", { event: "INSERT", schema: "public", table: "parkings" }, (change) => heard.push(change))
    .subscribe((state) => states.push(state));
  await vi.waitUntil(() => states.includes("SUBSCRIBED"), PATIENCE);

  const factor = randomUUID();
  await sql`insert into auth.mfa_factors (id, user_id, factor_type, status, secret, created_at, updated_at)
    values (${factor}, ${data.user?.id ?? ""}, 'totp', 'verified', ${"plain of before"}, now(), now())`;
  const before = await readSecrets(first.database);
  await encryptSecrets(first.database, before.factorKeys);
  const stored = async () =>
    (await sql<{ secret: string }[]>`select secret from auth.mfa_factors where id = ${factor}`)[0]?.secret ?? "";
  const underOld = await stored();
  expect(decryptSecret(underOld, factor, before.factorKeys)).toBe("plain of before");
  const { usedFrom, oldEnd } = await rotateSecrets(first.database);
  expect((oldEnd.getTime() - usedFrom.getTime()) / 60_000).toBe(65);
  const waiting = await readSecrets(first.database);
  expect(waiting.signingKeys[0]).toBe(before.signingKeys[0]);
  expect(waiting.publishableKey).toBe(before.publishableKey);
  const [, next = ""] = waiting.signingKeys;
  const [, nextKey = ""] = waiting.secretKeys;
  // Before anybody uses them they are good at both.
  for (const server of [first, second])
    await vi.waitUntil(async () => (await ask(server, nextKey)).at(1) === 200, PATIENCE);

  await letPass(sql, 60);
  const renew = async () => (await client.auth.refreshSession()).data.session?.access_token ?? "";
  const isSignedByNext = async (token: string) =>
    jwtVerify(token, new TextEncoder().encode(next)).then(
      () => true,
      () => false,
    );
  let renewed = "";
  await vi.waitUntil(async () => isSignedByNext((renewed = await renew())), PATIENCE);
  for (const server of [first, second]) {
    expect(await ask(server, old)).toEqual([200, 200]);
    expect(await ask(server, renewed)).toEqual([200, 200]);
  }
  expect((await fetch(signed)).status).toBe(200);

  await letPass(sql, 64 * 60);
  await vi.waitUntil(async () => (await ask(second, first.secretKey)).at(1) === 401, PATIENCE);
  expect(await ask(first, old)).toEqual([200, 200]);
  await letPass(sql, 60);
  await vi.waitUntil(async () => (await fetch(signed)).status === 400, PATIENCE);
  for (const server of [first, second]) {
    await vi.waitUntil(async () => (await ask(server, old))[0] === 403, PATIENCE);
    expect(await ask(server, renewed)).toEqual([200, 200]);
  }
  await vi.waitUntil(async () => !(await names(sql)).includes("jwtSecret@"), PATIENCE);
  expect(await names(sql)).toEqual(["countingKey", "factorKey", "jwtSecret", "publishableKey", "secretKey"]);
  const after = await readSecrets(first.database);
  expect(after.signingKeys).toEqual([next]);
  // The secret of the factor went over to the new key before the old one was gone.
  expect([after.factorKeys.length, (await stored()) === underOld]).toEqual([1, false]);
  expect(after.factorKeys).not.toEqual(before.factorKeys);
  expect(decryptSecret(await stored(), factor, after.factorKeys)).toBe("plain of before");

  // Nobody was thrown out: the same session, and the same socket.
  expect((await client.auth.getUser()).data.user?.email).toBe("ny@example.org");
  expect(states).toEqual(["SUBSCRIBED"]);
  await sql`insert into public.parkings (ref_number, car_model, car_color, street, start_time, end_time)
    values ('NY 001', 'Saab', 'blå', 'Ågatan 1', now(), now() + interval '1 hour')`;
  await vi.waitUntil(() => heard.length > 0, PATIENCE);
  await client.removeChannel(channel);
});

test("twice within the hour: all three are good, and the newest signs", async () => {
  const [first] = await startTwo();
  const [before = ""] = (await readSecrets(first.database)).signingKeys;
  await rotateSecrets(first.database);
  await letPass(first.sql, 60);
  await rotateSecrets(first.database);
  await letPass(first.sql, 60);
  const { signingKeys } = await readSecrets(first.database);
  expect(signingKeys).toHaveLength(3);
  expect(signingKeys.at(-1)).toBe(before);
  await letPass(first.sql, 65 * 60 + 1);
  await vi.waitUntil(async () => !(await names(first.sql)).includes("jwtSecret@"), PATIENCE);
  expect((await readSecrets(first.database)).signingKeys).toEqual([signingKeys[0]]);
});
