// Start, stop, crash and loss of the database, on real processes.
// `npm test` starts and kills a server; two servers on one database and half of the rest are `npm run test:all`'s.
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import postgres from "postgres";
import { afterEach, describe, expect, test, vi } from "vitest";
import { WebSocket } from "ws";
import type { AppConfig } from "#contract/config.ts";
import { staffAddress } from "#contract/staff-address.ts";
import { createApp } from "#server/app.ts";
import { startEmbedded } from "#server/database/embedded/embedded.ts";
import { reachDatabase } from "#server/database/driver/wait-for-database.ts";
import { prepareDatabase } from "#server/database/prepare.ts";
import { listen } from "#server/http/listen.ts";
import { createTestDatabase } from "#tests/support/database/database.ts";
import { freePort } from "#tests/support/server/free-port.ts";
import { copyMigrated } from "#tests/support/database/migrated-folder.ts";
import { BACK_AGAIN, DATABASE_AWAY, PATIENCE, WORKED_THROUGH } from "#tests/support/run/patience.ts";
import { createTestClient } from "#tests/support/server/server.ts";
import { type ServerProcess, refusedStart, startServerProcess } from "#tests/support/server/server-process.ts";
import { readinessOf } from "#tests/support/server/readiness.ts";
import { isWhole } from "#tests/support/run/whole.ts";

const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp();
});

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "parkering-life-"));
  cleanUps.push(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

async function start(settings: Record<string, string>): Promise<ServerProcess> {
  const server = await startServerProcess(settings);
  cleanUps.push(async () => {
    if (server.child.exitCode === null && server.child.signalCode === null) server.child.kill("SIGTERM");
    await server.exited;
  });
  return server;
}

async function freshDatabase(from: "empty" | "seeded" | "bare") {
  const database = await createTestDatabase({ from });
  cleanUps.push(() => database.drop());
  return database;
}

const readConfig = async (url: string) => (await (await fetch(`${url}/config.json`)).json()) as AppConfig;

const parking = (refNumber: string) => ({
  car_model: "Volvo",
  car_color: "blå",
  street: "Gatan 1",
  ref_number: refNumber,
  start_time: "2026-11-21T08:00:00Z",
  end_time: "2026-11-21T10:00:00Z",
});

describe("on the embedded database", () => {
  // Spec rules §12: The embedded PostgreSQL's
  test("the first start seeds and prints the accounts; a killed server loses no acknowledged row; a second one is refused", async () => {
    const DATA_DIR = temporaryFolder();
    const first = await start({ DATA_DIR });
    expect(first.output()).toContain("vakt01");
    expect(first.output()).toContain("superadmin@parkering.example");
    expect(first.output()).toMatch(/Database: PostgreSQL 18\.\d+ of npm install, .*POSTGRES_BIN/);
    const config = await readConfig(first.url);
    expect(config).toEqual({
      supabaseUrl: "",
      publishableKey: expect.stringMatching(/^sb_publishable_/),
      securityProfile: "specified",
      timeZone: "Europe/Stockholm",
      build: expect.stringMatching(/\S/),
    });
    expect(statSync(join(DATA_DIR, "database-password")).mode & 0o777).toBe(0o600);

    const second = await refusedStart({ DATA_DIR });
    expect(second.code).toBe(1);
    expect(second.output).toContain(DATA_DIR);
    expect((await fetch(`${first.url}/healthz`)).status).toBe(200);

    const acknowledged = await insertUntil(first, config.publishableKey, 200);
    first.child.kill("SIGKILL");
    await first.exited;
    const lost = await acknowledged();
    expect(lost.length).toBeGreaterThanOrEqual(200);

    const next = await start({ DATA_DIR });
    expect((await readConfig(next.url)).publishableKey).toBe(config.publishableKey);
    const client = createTestClient(next.url, config.publishableKey);
    const stored = new Set<string>();
    for (let page = 0; page === stored.size / 1000; page++) {
      const { data } = await client
        .from("parkings")
        .select("ref_number")
        .eq("street", "Gatan 1")
        .order("ref_number")
        .range(page * 1000, page * 1000 + 999);
      for (const row of data ?? []) stored.add(String(row.ref_number));
    }
    expect(lost.filter((row) => !stored.has(row))).toEqual([]);

    next.child.kill("SIGTERM");
    expect(await next.exited).toBe(0);
    expect(() => statSync(join(DATA_DIR, "postgres", "postmaster.pid"))).toThrow("ENOENT");
  });
});

// Spec rules §12: A start that
// Spec 3 §6: A one-time password
test.runIf(isWhole)(
  "a start that fails costs no password: the main admin of the profile hardened gets in with the one in the file",
  async () => {
    const { url } = await freshDatabase("bare");
    const DATA_DIR = temporaryFolder();
    const settings = { DATABASE_URL: url, DATA_DIR, SECURITY_PROFILE: "hardened" };
    const taken = createServer().listen(0, "127.0.0.1");
    cleanUps.push(() => taken.close());
    await once(taken, "listening");
    const { port } = taken.address() as AddressInfo;
    const file = join(DATA_DIR, "first-password");
    const nowhere = join(file, "none");
    writeFileSync(file, "");
    const refusals = [
      [{ PORT: String(port) }, `Port ${port} on 127.0.0.1 is taken`],
      [{ METRICS_ADDRESS: `127.0.0.1:${port}` }, `METRICS_ADDRESS is "127.0.0.1:${port}", which cannot be taken: `],
      [{ DATA_DIR: nowhere, STORAGE_URL: DATA_DIR }, "The main admin's first password cannot be written (ENOTDIR"],
      // The database has its main admin from here on.
      [{ STORAGE_URL: nowhere }, "Photos cannot be stored"],
    ] as const;
    for (const [wrong, told] of refusals) {
      const { code, output } = await refusedStart({ ...settings, ...wrong });
      expect([code, output]).toEqual([1, expect.stringContaining(told)]);
    }
    const server = await start(settings);
    expect(server.output()).not.toContain("first-password");
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const password = readFileSync(file, "utf8").trim();
    const { publishableKey } = await readConfig(server.url);
    const email = staffAddress({ kind: "main-admin", project: null, userId: "huvudadmin" }) ?? "";
    const { data } = await createTestClient(server.url, publishableKey).auth.signInWithPassword({ email, password });
    expect(data.user?.email).toBe(email);
  },
  120_000,
);

test.runIf(isWhole)(
  "the first start of the profile hardened names the file of the password, and does not show it",
  async () => {
    const DATA_DIR = temporaryFolder();
    const server = await start({ DATA_DIR, SECURITY_PROFILE: "hardened" });
    const file = join(DATA_DIR, "first-password");
    await vi.waitFor(
      () => expect(server.output()).toContain(`huvudadmin, once with the password in ${file}`),
      PATIENCE,
    );
    expect(server.output()).not.toContain(readFileSync(file, "utf8").trim());
  },
);

/** Inserts rows until the server is gone; resolves once `count` are acknowledged, with what gives all of them afterwards. */
async function insertUntil(server: ServerProcess, key: string, count: number): Promise<() => Promise<string[]>> {
  const client = createTestClient(server.url, key);
  const acknowledged: string[] = [];
  let next = 0;
  const worker = async () => {
    for (;;) {
      const refNumber = `K-${next++}`;
      const { error } = await client.from("parkings").insert(parking(refNumber));
      if (error) return;
      acknowledged.push(refNumber);
    }
  };
  const workers = Promise.all(Array.from({ length: 8 }, worker));
  await vi.waitUntil(() => acknowledged.length >= count, WORKED_THROUGH);
  return async () => {
    await workers;
    return acknowledged;
  };
}

describe("on a PostgreSQL of one's own", () => {
  test.runIf(isWhole)("an empty one is prepared and seeded, and two servers share it", async () => {
    const database = await freshDatabase("bare");
    const settings = { DATABASE_URL: database.url, DATA_DIR: temporaryFolder() };
    const [one, two] = await Promise.all([start(settings), start(settings)]);
    const [first, second] = await Promise.all([readConfig(one.url), readConfig(two.url)]);
    expect(first).toEqual(second);

    const here = createTestClient(one.url, first.publishableKey);
    const signedIn = await here.auth.signInWithPassword({ email: "agent@parkering.example", password: "Agent-7410" });
    expect(signedIn.error).toBeNull();
    const there = createTestClient(two.url, first.publishableKey);
    expect((await there.auth.getUser(signedIn.data.session?.access_token)).data.user?.email).toBe(
      "agent@parkering.example",
    );
    await here.from("parkings").insert(parking("SHARED"));
    expect((await there.from("parkings").select("ref_number").eq("ref_number", "SHARED")).data).toHaveLength(1);
  });

  // Spec rules §12: A database that is
  test.each([
    { databaseUrl: "postgresql://nobody:secret@127.0.0.1:1/nothing", databaseDirectUrl: null, named: "DATABASE_URL" },
    {
      databaseUrl: "postgresql://nobody:secret@127.0.0.1:2/nothing",
      databaseDirectUrl: "postgresql://nobody:secret@127.0.0.1:1/nothing",
      named: "DATABASE_DIRECT_URL",
    },
  ])("one that does not answer is named as $named when its time is over", async ({ named, ...addresses }) => {
    const reaching = reachDatabase(addresses, pino({ level: "silent" }), 700);
    await expect(reaching).rejects.toThrow(
      `The database that ${named} names did not answer for 1 seconds: connect ECONNREFUSED 127.0.0.1:1`,
    );
    await expect(reaching).rejects.not.toThrow(/secret/);
  });

  test.runIf(isWhole)("one that refuses the password ends the start at once, and is named", async () => {
    const { url } = await freshDatabase("bare");
    const wrong = Object.assign(new URL(url), { password: "wrong" }).href;
    const { code, output } = await refusedStart({ DATABASE_URL: wrong, DATA_DIR: temporaryFolder() });
    expect(code).toBe(1);
    expect(output).toContain('DATABASE_URL: password authentication failed for user "postgres"');
  });

  // Spec rules §12: A database that is
  test.runIf(isWhole)("one that is down is waited for, and whoever comes meanwhile is told to come back", async () => {
    const dataDir = temporaryFolder();
    const log = pino({ level: "silent" });
    let database = await startEmbedded({ dataDir, log });
    const { url } = database;
    await database.stop();
    const PORT = String(await freePort());
    const starting = start({ DATABASE_URL: url, DATA_DIR: temporaryFolder(), PORT });
    const answer = () => fetch(`http://127.0.0.1:${PORT}/readyz`).catch(() => null);
    await expect.poll(async () => (await answer())?.status, DATABASE_AWAY).toBe(503);
    database = await startEmbedded({ dataDir, log, port: Number(new URL(url).port) });
    cleanUps.push(() => database.stop());
    expect((await starting).output()).toContain("the database does not answer yet, waiting for it");
    expect((await answer())?.status).toBe(200);
  });
});

// Spec rules §12: Photos that cannot
test.runIf(isWhole)("photos that cannot be stored are told at the start, and how to mend it", async () => {
  const DATA_DIR = temporaryFolder();
  const { code, output } = await refusedStart({ DATA_DIR, STORAGE_URL: join(DATA_DIR, "server.lock", "photos") });
  expect(code).toBe(1);
  expect(output).toMatch(
    /Photos cannot be stored in .*server\.lock\/photos \(ENOTDIR.*set STORAGE_URL to another place\./,
  );
});

test("SIGTERM lets requests finish, tells sockets to come back, and refuses new ones", async () => {
  const database = await freshDatabase("empty");
  await database.sql`create function public.take_time() returns text language sql volatile as $$ select pg_sleep(2)::text || 'done' $$`;
  await database.sql`grant execute on function public.take_time() to anon`;
  const server = await start({ DATABASE_URL: database.url, DATA_DIR: temporaryFolder(), SEED: "none" });
  const { publishableKey } = await readConfig(server.url);
  const socket = new WebSocket(
    `${server.url.replace("http", "ws")}/realtime/v1/websocket?apikey=${publishableKey}&vsn=1.0.0`,
  );
  await new Promise((resolve) => socket.once("open", resolve));
  const closeCode = new Promise<number>((resolve) => socket.once("close", resolve));
  const slow = createTestClient(server.url, publishableKey).rpc("take_time");
  const answer = slow.then((result) => result);
  await vi.waitUntil(
    async () =>
      (
        await database.sql`select from pg_stat_activity where query like '%take_time%' and state = 'active' and pid <> pg_backend_pid()`
      ).length > 0,
    PATIENCE,
  );

  server.child.kill("SIGTERM");
  expect([1001, 1012]).toContain(await closeCode);
  await expect(fetch(`${server.url}/healthz`)).rejects.toThrow("fetch failed");
  expect(await answer).toMatchObject({ data: "done", error: null });
  expect(await server.exited).toBe(0);
});

// Spec rules §12: /healthz says that
test.runIf(isWhole)(
  "a lost database is told by /readyz and table calls, and found again without a restart",
  async () => {
    const dataDir = temporaryFolder();
    const log = pino({ level: "silent" });
    copyMigrated(dataDir);
    let database = await startEmbedded({ dataDir, log });
    const { url } = database;
    await prepareDatabase({ url, profile: "specified", seed: "never", log });
    const app = await createApp({
      databaseUrl: url,
      storageDir: join(dataDir, "storage"),
      webDir: join(dataDir, "web"),
      securityProfile: "specified",
      publicUrl: null,
      isLoopbackOnly: true,
      log,
    });
    const server = await listen(app, { host: "127.0.0.1", port: 0 });
    cleanUps.push(async () => {
      await server.drain();
      await app.close();
      await database.stop();
    });
    const client = createTestClient(server.url, app.publishableKey);
    expect((await client.from("parkings").insert(parking("BEFORE"))).error).toBeNull();
    const readiness = () => readinessOf(server.url);
    expect(await readiness()).toEqual({ status: "ready" });

    await database.stop();
    await expect
      .poll(readiness, DATABASE_AWAY)
      .toEqual({ status: "degraded", degraded: { database: "The database does not answer." } });
    // All servers share it: a load balancer that took them away would take everything away.
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
    expect(await (await fetch(`${server.url}/healthz`)).json()).toEqual({ status: "alive" });
    const lost = await client.from("parkings").insert(parking("LOST"));
    expect(lost).toMatchObject({ status: 503, error: { code: "PGRST001" } });
    const muted = vi.spyOn(console, "error").mockImplementation(() => undefined);
    expect((await client.auth.signInWithPassword({ email: "a@b.se", password: "Hemligt-1" })).error?.status).toBe(503);
    muted.mockRestore();

    database = await startEmbedded({ dataDir, log, port: Number(new URL(url).port) });
    await expect.poll(readiness, BACK_AGAIN).toEqual({ status: "ready" });
    const rows = await Promise.all(Array.from({ length: 30 }, () => client.from("parkings").select("ref_number")));
    for (const { data } of rows) expect(data).toEqual([{ ref_number: "BEFORE" }]);

    const sql = postgres(url, { max: 1, onnotice: () => undefined });
    cleanUps.push(() => sql.end());
    await sql`create table public.later (id int primary key)`;
    await sql`grant select on public.later to anon`;
    await sql`notify pgrst, 'reload schema'`;
    await expect.poll(async () => (await client.from("later").select()).data).toEqual([]);
  },
);

test.runIf(isWhole)(
  "connections that the database cuts under way give clean errors and never another caller's rights",
  async () => {
    const database = await freshDatabase("empty");
    await database.sql`create function public.who() returns text language sql volatile security invoker as $$ select pg_sleep(0.02); select current_user::text $$`;
    await database.sql`grant execute on function public.who() to anon, service_role`;
    const server = await start({ DATABASE_URL: database.url, DATA_DIR: temporaryFolder() });
    const { publishableKey } = await readConfig(server.url);
    const sql = postgres(database.url, { max: 1, onnotice: () => undefined });
    cleanUps.push(() => sql.end());
    const [secret] = await sql<{ value: string }[]>`select value from private.server_secrets where name = 'secretKey'`;
    const anon = createTestClient(server.url, publishableKey);
    const service = createTestClient(server.url, secret?.value ?? "");

    const cutting = { isOver: false };
    const running = () => sql`
    select from pg_stat_activity where application_name like 'parkering api%' and state = 'active' and query like '%who%'`;
    const cutter = (async () => {
      for (let cut = 0; cut < 15; cut++) {
        await vi.waitUntil(async () => (await running()).length > 2, { ...PATIENCE, interval: 5 });
        await sql`
        select pg_terminate_backend(pid) from pg_stat_activity
        where application_name like 'parkering api%' and datname = current_database() and state <> 'idle'`;
      }
    })().finally(() => {
      cutting.isOver = true;
    });
    const heard = { anon: new Set<unknown>(), service: new Set<unknown>() };
    const worker = async (kind: "anon" | "service") => {
      while (!cutting.isOver) {
        const { data, error } = await (kind === "anon" ? anon : service).rpc("who");
        heard[kind].add(error ? (error.code ?? error.message) : data);
      }
    };
    await Promise.all([
      ...Array.from({ length: 6 }, () => worker("anon")),
      ...Array.from({ length: 6 }, () => worker("service")),
    ]);
    await cutter;
    expect(heard.anon).toContain("anon");
    expect(heard.anon).not.toContain("service_role");
    expect(heard.service).not.toContain("anon");
    const both = new Set([...heard.anon, ...heard.service]);
    for (const known of ["anon", "service_role", "PGRST001", "57P01"]) both.delete(known);
    expect([...both]).toEqual([]);
    await expect.poll(async () => (await anon.rpc("who")).data).toBe("anon");
  },
  60_000,
);

// Spec rules §8: The case's key
// Spec rules §8: The receipt's key
test("logs are one line a request, without keys, tokens and passwords", async () => {
  const database = await freshDatabase("seeded");
  const settings = { DATABASE_URL: database.url, DATA_DIR: temporaryFolder(), SEED: "none", LOG_LEVEL: "debug" };
  const server = await start(settings);
  const { publishableKey } = await readConfig(server.url);
  const client = createTestClient(server.url, publishableKey);
  await client.auth.signInWithPassword({ email: "agent@parkering.example", password: "Fel-losenord-99" });
  const { data } = await client.auth.signInWithPassword({ email: "agent@parkering.example", password: "Agent-7410" });
  await client.from("attendants").insert({ user_id: "ab", password: "Hemlig-rad-77" });
  await fetch(`${server.url}/rest/v1/attendants?apikey=${publishableKey}&password=eq.Hemlig-fraga-88`);
  await fetch(`${server.url}/case/AbCdEfGhIjKlMnOpQrStUv`);
  await fetch(`${server.url}/%43ase/AbCdEfGhIjKlMnOpQrStUv`);
  await fetch(`${server.url}/Receipt/AbCdEfGhIjKlMnOpQrStUv`);
  server.child.kill("SIGTERM");
  await server.exited;

  const lines = server
    .output()
    .split("\n")
    .filter((line) => line.startsWith("{"));
  const requests = lines
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter((line) => line["msg"] === "request");
  expect(requests).toHaveLength(8);
  expect(requests[4]).toMatchObject({ method: "GET", path: "/rest/v1/attendants", status: 200 });
  expect(requests.slice(5).map(({ path }) => path)).toEqual(["/case/…", "/case/…", "/receipt/…"]);
  const log = lines.join("\n");
  for (const secret of [
    "Fel-losenord-99",
    "Agent-7410",
    "Hemlig-rad-77",
    "Hemlig-fraga-88",
    "AbCdEfGhIjKlMnOpQrStUv",
    publishableKey,
    data.session?.access_token ?? "-",
    data.session?.refresh_token ?? "-",
  ]) {
    expect(log).not.toContain(secret);
  }
});
