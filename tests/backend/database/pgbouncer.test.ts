// The product behind a real PgBouncer, which keeps a session for each connection, or lends one for each transaction.
// `npm test` asks lent sessions, which ask more of the server than kept ones.
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import postgres from "postgres";
import { afterEach, describe, expect, test } from "vitest";
import type { AppConfig } from "#contract/config.ts";
import { findPooling } from "#server/database/driver/pooling.ts";
import { keepsSessions } from "#server/database/driver/client.ts";
import { createRealtimeGateway, UnheardError } from "#server/realtime/gateway.ts";
import { createTestDatabase } from "#tests/support/database/database.ts";
import { type Lending, startPgBouncer, whyNoPgBouncer } from "#tests/support/database/pgbouncer.ts";
import { createTestClient } from "#tests/support/server/server.ts";
import { refusedStart, startServerProcess } from "#tests/support/server/server-process.ts";
import { noisyPng } from "#tests/support/rows/real-photos.ts";
import { parkingOf, PHOTOS } from "#tests/support/rows/writes.ts";
import { isWhole } from "#tests/support/run/whole.ts";

const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp();
});

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "parkering-pooled-"));
  cleanUps.push(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

async function freshDatabase() {
  const database = await createTestDatabase({ from: "seeded" });
  cleanUps.push(() => database.drop());
  return database;
}

async function pool(url: string, lending: Lending): Promise<string> {
  const pooler = await startPgBouncer(url, lending);
  cleanUps.push(() => pooler.stop());
  return pooler.url;
}

async function start(settings: Record<string, string>) {
  const server = await startServerProcess({ DATA_DIR: temporaryFolder(), SEED: "none", ...settings });
  cleanUps.push(async () => {
    server.child.kill("SIGTERM");
    await server.exited;
  });
  const { publishableKey } = (await (await fetch(`${server.url}/config.json`)).json()) as AppConfig;
  return { ...server, client: () => createTestClient(server.url, publishableKey), publishableKey };
}

/** Uses the connections of every part of the product: tables, live changes, sign-in, photos. Gives the signed-in account. */
async function useAll({ client: open }: Awaited<ReturnType<typeof start>>): Promise<string | undefined> {
  const client = open();
  const heard = new Set<unknown>();
  await new Promise<void>((resolve) => {
    client
      .channel("pooled")
      .on("postgres_changes", { event: "INSERT", schema: "public", table: "parkings" }, ({ new: row }) =>
        heard.add(row["id"]),
      )
      .subscribe((status) => status === "SUBSCRIBED" && resolve());
  });
  const ids = Array.from({ length: 40 }, () => randomUUID());
  const inserted = await Promise.all(ids.map((id) => client.from("parkings").insert(parkingOf(id))));
  expect(inserted.filter(({ error }) => error !== null)).toEqual([]);
  await expect.poll(() => ids.filter((id) => !heard.has(id))).toEqual([]);
  const stored = await client.storage
    .from(PHOTOS)
    .upload("vakt01/photo.png", await noisyPng(10), { contentType: "image/png" });
  expect(stored.error).toBeNull();
  const signedIn = await client.auth.signInWithPassword({ email: "agent@parkering.example", password: "Agent-7410" });
  expect(signedIn.error).toBeNull();
  await client.removeAllChannels();
  return (await client.auth.getUser()).data.user?.email;
}

describe("behind PgBouncer", () => {
  test.runIf(isWhole)("that keeps sessions, the product works as it is", async ({ skip }) => {
    skip(whyNoPgBouncer !== null, whyNoPgBouncer ?? "");
    const { url } = await freshDatabase();
    const server = await start({ DATABASE_URL: await pool(url, { mode: "session", size: 60 }) });
    expect(await useAll(server)).toBe("agent@parkering.example");
  });

  // Spec rules §12: A session that
  test("that lends sessions, it works with a way past it, and nobody gets another's rights", async ({ skip }) => {
    skip(whyNoPgBouncer !== null, whyNoPgBouncer ?? "");
    const { url, sql } = await freshDatabase();
    await sql`create function public.who() returns text language sql volatile as $$
      select pg_sleep(0.002); select current_user || ' ' || coalesce(current_setting('request.jwt.claims')::json->>'sub', '-')
        || ' ' || current_setting('TimeZone') || ' ' || current_setting('statement_timeout') $$`;
    await sql`grant execute on function public.who() to anon, authenticated, service_role`;
    const pooled = await pool(url, { mode: "transaction", size: 4 });
    const server = await start({ DATABASE_URL: pooled, DATABASE_DIRECT_URL: url });
    expect(await useAll(server)).toBe("agent@parkering.example");

    const [secret] = await sql<{ value: string }[]>`select value from private.server_secrets where name = 'secretKey'`;
    const agent = server.client();
    const { data } = await agent.auth.signInWithPassword({ email: "agent@parkering.example", password: "Agent-7410" });
    const callers = {
      [`anon - UTC 10s`]: server.client(),
      [`authenticated ${data.user?.id} UTC 10s`]: agent,
      [`service_role - UTC 10s`]: createTestClient(server.url, secret?.value ?? ""),
    };
    const asked = Object.entries(callers).flatMap(([is, client]) =>
      Array.from({ length: 100 }, () => ({ is, client })),
    );
    const answers = await Promise.all(asked.map(async ({ is, client }) => ({ is, ...(await client.rpc("who")) })));
    expect(
      answers.filter((answer) => answer.data !== answer.is).map(({ is, data: got, error }) => [is, got, error]),
    ).toEqual([]);

    // A connection that PgBouncer lends next is nobody's.
    const lent = postgres(pooled, { max: 4, prepare: false });
    const left = await Promise.all(
      Array.from(
        { length: 40 },
        () => lent`select current_user = session_user as own, current_setting('request.jwt.claims', true) as claims`,
      ),
    );
    await lent.end();
    expect(left.flat().filter(({ own, claims }) => own !== true || (claims ?? "") !== "")).toEqual([]);
  });

  // Spec rules §12: A session that
  test("that lends sessions, without a way past it, the start is refused with the way out", async ({ skip }) => {
    skip(whyNoPgBouncer !== null, whyNoPgBouncer ?? "");
    const { url } = await freshDatabase();
    const pooled = await pool(url, { mode: "transaction", size: 4 });
    const DATA_DIR = temporaryFolder();
    const { code, output } = await refusedStart({ DATABASE_URL: pooled, DATA_DIR });
    expect(code).toBe(1);
    expect(output).toContain("Set DATABASE_DIRECT_URL to the database itself, past the pooler.");
    const both = await refusedStart({ DATABASE_URL: pooled, DATABASE_DIRECT_URL: pooled, DATA_DIR });
    expect(both.output).toContain("DATABASE_DIRECT_URL leads to a pooler that lends its connections");
  });

  test.for<Lending & { kept: boolean }>([
    { mode: "transaction", size: 1, kept: false },
    { mode: "transaction", size: 5, kept: false },
    { mode: "transaction", size: 5, isRoundRobin: true, kept: false },
    { mode: "session", size: 5, kept: true },
  ])("$mode with $size is seen as what it is", async ({ kept, ...lending }, { skip }) => {
    skip(whyNoPgBouncer !== null, whyNoPgBouncer ?? "");
    const { url } = await freshDatabase();
    const pooled = await pool(url, lending);
    // Sessions that it keeps from before are lent too.
    const others = postgres(pooled, { max: lending.size });
    await Promise.all(Array.from({ length: lending.size }, () => others`select pg_sleep(0.05)`));
    await others.end();
    expect(keepsSessions(await findPooling(pooled))).toBe(kept);
    expect(keepsSessions(await findPooling(url))).toBe(true);
  });
});

// Spec rules §12: A session that
test("a database whose notifications do not arrive is refused: the way past the pooler leads elsewhere", async () => {
  const [one, other] = [await freshDatabase(), await freshDatabase()];
  const signingKeys = ["a secret of the tests that is long enough"];
  const gateway = createRealtimeGateway({
    credentials: { signingKeys, publishableKey: "p", secretKeys: ["s"] },
    databaseUrl: one.url,
    directUrl: other.url,
    log: pino({ level: "silent" }),
    hearWithinMs: 300,
  });
  await expect(gateway).rejects.toThrow(UnheardError);
  await expect(gateway).rejects.toThrow(/DATABASE_DIRECT_URL must name the same database/);
});
