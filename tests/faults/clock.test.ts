// The server's clock jumps by a day, forwards and backwards: tokens end, people log in and go on, live changes arrive, nothing crashes.
// `npm test` asks one profile: the same code.
import { randomUUID } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import postgres from "postgres";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { WebSocket } from "ws";
import { staffAddress } from "#contract/staff-address.ts";
import { SECURITY_PROFILES, type SecurityProfile } from "#contract/states.ts";
import { renewingFetch } from "#data/renewed-fetch.ts";
import { inTransaction, openPool } from "#server/database/driver/connect.ts";
import { createStaffAccount } from "#server/identities/staff-accounts.ts";
import { type BuiltProduct, makeDataDir, startBuilt } from "#tests/support/server/built-product.ts";
import { PATIENCE, TOLD } from "#tests/support/run/patience.ts";
import { isWhole } from "#tests/support/run/whole.ts";
import { noisyPng } from "#tests/support/rows/real-photos.ts";
import { parkingOf, PHOTOS, plainClient } from "#tests/support/rows/writes.ts";
import { readinessOf } from "#tests/support/server/readiness.ts";

const DAY = 25 * 3_600_000;
const PASSWORD = "Agent-7410";
const ATTENDANT = { kind: "attendant", project: "ostra-hamnen", userId: "vakt01" } as const;
/** The person who logs in: the demo's agent, where attendants have no accounts, and an attendant where they do. */
const EMAIL = { specified: "agent@parkering.example", hardened: staffAddress(ATTENDANT) ?? "" };

let profile: SecurityProfile;
let clockFile: string;
let product: BuiltProduct;
let visitor: SupabaseClient;
const heard = new Set<string>();

/** Starts the server of a profile with a clock that can be moved; the database keeps its own. Gives what stops it. */
async function start(): Promise<() => Promise<void>> {
  const { dataDir, remove } = makeDataDir("migrated");
  clockFile = join(dataDir, "clock");
  // The file is named by an address: NODE_OPTIONS ends at a blank.
  const preload = `--import=${pathToFileURL("tests/support/server/movable-clock.mjs").href}`;
  const settings = { SECURITY_PROFILE: profile, NODE_OPTIONS: preload, CLOCK_FILE: clockFile };
  product = await startBuilt(dataDir, settings);
  if (profile === "hardened") {
    const pool = openPool(product.databaseUrl, { name: "tests", max: 1 });
    await inTransaction(pool, (transaction) => createStaffAccount(transaction, ATTENDANT, PASSWORD));
    await pool.end();
  }
  visitor = plainClient(product.url, product.publishableKey);
  const isOpen = profile === "specified";
  const listener = plainClient(product.url, isOpen ? product.publishableKey : product.secretKey);
  await new Promise<void>((resolve) => {
    listener
      .channel("clock")
      .on("postgres_changes", { event: "INSERT", schema: "public", table: "parkings" }, ({ new: row }) => {
        heard.add((row as { id: string }).id);
      })
      .subscribe((status) => status === "SUBSCRIBED" && resolve());
  });
  return async () => {
    await listener.realtime.disconnect();
    await product.stop();
    remove();
  };
}

/** Sets the server's clock to so many milliseconds from the right time. */
async function moveClock(offset: number): Promise<void> {
  const told = () => product.server.output().split("clock moved by").length;
  const before = told();
  writeFileSync(clockFile, String(offset));
  product.server.child.kill("SIGUSR2");
  await vi.waitUntil(() => told() > before, PATIENCE);
}

/** Actions of visitors and attendants work, and live changes arrive. */
async function expectWorking(): Promise<void> {
  const id = randomUUID();
  expect((await visitor.from("parkings").insert(parkingOf(id))).error).toBeNull();
  await vi.waitUntil(() => heard.has(id), TOLD);
  await storePhoto();
  expect(await readinessOf(product.url)).toEqual({ status: "ready" });
  expect(product.server.child.exitCode).toBeNull();
}

/** Asks the table API for a row, and the sign-in service, with a token; the statuses. Who may see no row is told 406. */
async function statusesWith(token: string): Promise<number[]> {
  const headers = { apikey: product.publishableKey, Authorization: `Bearer ${token}` };
  const oneRow = { ...headers, Accept: "application/vnd.pgrst.object+json" };
  const answers = await Promise.all([
    fetch(`${product.url}/rest/v1/parkings?select=id&limit=1`, { headers: oneRow }),
    fetch(`${product.url}/auth/v1/user`, { headers }),
  ]);
  return answers.map(({ status }) => status);
}

function memory() {
  const entries = new Map<string, string>();
  return {
    getItem: (name: string) => entries.get(name) ?? null,
    setItem: (name: string, value: string) => void entries.set(name, value),
    removeItem: (name: string) => void entries.delete(name),
  };
}

/** Logs in with the client as pages have it. */
async function logIn(): Promise<{ client: SupabaseClient; token: string; account: string }> {
  const renew = async () => (await client.auth.refreshSession()).data.session?.access_token ?? null;
  const client: SupabaseClient = createClient(product.url, product.publishableKey, {
    auth: { autoRefreshToken: false, storage: memory() },
    global: { fetch: renewingFetch(renew) },
    realtime: { transport: WebSocket as never },
  });
  const { data, error } = await client.auth.signInWithPassword({ email: EMAIL[profile], password: PASSWORD });
  expect(error).toBeNull();
  return { client, token: data.session?.access_token ?? "", account: data.user?.id ?? "" };
}

/** Stores a photo as an attendant does, with a login where attendants have one; gives its path. */
async function storePhoto(): Promise<string> {
  const { client, account } = profile === "hardened" ? await logIn() : { client: visitor, account: "vakt01" };
  const path = `${account}/${randomUUID()}.png`;
  expect(
    (await client.storage.from(PHOTOS).upload(path, await noisyPng(10), { contentType: "image/png" })).error,
  ).toBeNull();
  return path;
}

/** A table that is published while the clock is wrong is followed, and heard. */
async function expectTableThatCameLater(): Promise<void> {
  const name = `later_${randomUUID().slice(0, 8)}`;
  const sql = postgres(product.databaseUrl, { max: 1, onnotice: () => undefined });
  await sql.unsafe(`create table public.${name} (id int primary key); grant select on public.${name} to anon;
    alter publication supabase_realtime add table public.${name}`);
  let told = 0;
  const client = plainClient(product.url, product.publishableKey);
  await new Promise<void>((resolve) => {
    client
      .channel(name)
      .on("postgres_changes", { event: "*", schema: "public", table: name }, () => (told += 1))
      .subscribe((status) => status === "SUBSCRIBED" && resolve());
  });
  await sql.unsafe(`insert into public.${name} values (1)`);
  await vi.waitUntil(() => told === 1, TOLD);
  await sql.unsafe(`drop table public.${name}`);
  await sql.end();
  await client.realtime.disconnect();
}

describe.each(isWhole ? SECURITY_PROFILES : (["hardened"] as const))("the profile %s", (each) => {
  beforeAll(() => {
    profile = each;
    return start();
  });

  test("a clock that is set back by some seconds costs nobody the login", async () => {
    await moveClock(0);
    await expectWorking();
    const { token } = await logIn();
    await moveClock(-20_000);
    expect(await statusesWith(token)).toEqual([200, 200]);
  });

  test.each([
    ["forwards", DAY],
    ["backwards", -DAY],
  ])("a clock that jumps %s by a day", async (_direction, offset) => {
    await moveClock(0);
    const { client, token } = await logIn();
    const { data: signed } = await plainClient(product.url, product.secretKey)
      .storage.from(PHOTOS)
      .createSignedUrls([await storePhoto()], 60);
    const photo = signed?.[0]?.signedUrl ?? "";
    expect((await fetch(photo)).ok).toBe(true);
    expect(await statusesWith(token)).toEqual([200, 200]);

    await moveClock(offset);
    await expectWorking();
    // A token ends early: when time has run ahead it is over, and when it has run back it comes from the future. A signed address lives
    // until its own time, which is a day later when time has run back.
    expect((await statusesWith(token))[0]).toBe(401);
    expect((await fetch(photo)).ok).toBe(offset < 0);
    // People who are logged in stay so without noticing, and a new login gets a token that works.
    const read = await client.from("parkings").select("id").limit(1).single();
    expect(read).toMatchObject({ error: null, status: 200 });
    const renewed = (await client.auth.getSession()).data.session?.access_token ?? "";
    expect(renewed).not.toBe(token);
    expect(await statusesWith(renewed)).toEqual([200, 200]);
    expect(await statusesWith((await logIn()).token)).toEqual([200, 200]);
    await expectTableThatCameLater();

    await moveClock(0);
    await expectWorking();
    expect(await statusesWith((await logIn()).token)).toEqual([200, 200]);
  });
});
