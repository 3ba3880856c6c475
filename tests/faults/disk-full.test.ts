// A disk that is full, under the photos and under the database: said clearly, nothing half, well again when there is room.
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { pino } from "pino";
import postgres from "postgres";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { type EmbeddedDatabase, startEmbedded } from "#server/database/embedded/embedded.ts";
import { type BuiltProduct, filesBelow, makeDataDir, startBuilt } from "#tests/support/server/built-product.ts";
import { PATIENCE, PROCESS_CHANGED } from "#tests/support/run/patience.ts";
import { fillDisk, onSmallDisk, seenBy, whyNoSmallDisk, withSmallFiles } from "#tests/support/outside/small-disk.ts";
import { noisyPng } from "#tests/support/rows/real-photos.ts";
import { findMissing, parkingOf, PHOTOS, plainClient, startWriters } from "#tests/support/rows/writes.ts";
import { isWhole } from "#tests/support/run/whole.ts";

const NO_ROOM = { status: 507, message: "There is no room left for the file. Please try again later." };

const cleanUps: (() => unknown)[] = [];
let database: EmbeddedDatabase;
beforeAll(async () => {
  const { dataDir, remove } = makeDataDir("migrated");
  database = await startEmbedded({ dataDir, log: pino({ level: "silent" }) });
  return async () => {
    await database.stop();
    remove();
  };
});
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp();
});

function newFolder(): string {
  const { dataDir, remove } = makeDataDir();
  cleanUps.push(remove);
  return dataDir;
}

/** A server whose photos lie in `storage`, run by a command that limits it. */
async function startWith(storage: string, before: readonly string[]): Promise<BuiltProduct> {
  mkdirSync(storage, { recursive: true });
  const product = await startBuilt(newFolder(), { DATABASE_URL: database.url, STORAGE_URL: storage }, before);
  cleanUps.push(() => product.stop());
  return product;
}

/** The bytes that are read back; none when there is nothing. */
async function read(product: BuiltProduct, path: string): Promise<Buffer | null> {
  const { data } = await photosOf(product).download(path);
  return data && Buffer.from(await data.arrayBuffer());
}

const photosOf = (product: BuiltProduct, key = product.publishableKey) =>
  plainClient(product.url, key).storage.from(PHOTOS);

async function store(product: BuiltProduct, path: string, bytes: Buffer) {
  const { error } = await photosOf(product).upload(path, bytes, { contentType: "image/png" });
  return error && { status: "status" in error ? error.status : undefined, message: error.message };
}

/** Files on the disk that belong to no whole photo. */
const leftovers = (storage: string) => {
  const files = new Set(filesBelow(storage));
  return [...files].filter((file) => !files.has(file.endsWith(".json") ? file.slice(0, -5) : `${file}.json`));
};

/** Folder of files that are being written. */
const UNFINISHED = "/.unfinished/";

test("a photo that the system lets nobody write is refused with 507, leaves nothing, and smaller ones go on", async () => {
  const storage = join(newFolder(), "photos");
  const product = await startWith(storage, withSmallFiles());
  // The first start on this database stores the demo's photos, which are small.
  const photosOfDemo = filesBelow(storage).filter((file) => !file.includes(UNFINISHED));
  expect(await store(product, "vakt01/large.png", await noisyPng(300))).toEqual(NO_ROOM);
  // Readiness writes a file now and then, and removes it.
  await expect.poll(() => filesBelow(storage), PATIENCE).toEqual(photosOfDemo);
  expect(await read(product, "vakt01/large.png")).toBeNull();
  const small = await noisyPng(100);
  expect(await store(product, "vakt01/large.png", small)).toBeNull();
  expect((await read(product, "vakt01/large.png"))?.equals(small)).toBe(true);
  expect(leftovers(storage)).toEqual([]);
});

test("photos until the disk is full: the rest is refused with 507, what was taken is whole, and removing one makes room", async (context) => {
  const reason = whyNoSmallDisk();
  context.skip(reason !== null, reason ?? "");
  const storage = join(newFolder(), "photos");
  const product = await startWith(storage, onSmallDisk(storage, 1));
  const onDisk = seenBy(product.server.child.pid, storage);
  const noise = await Promise.all(Array.from({ length: 16 }, () => noisyPng(200)));
  const photos = new Map(noise.map((photo, n) => [`vakt01/full-${n}.png`, photo]));
  const answers = await Promise.all(
    [...photos].map(async ([path, bytes]) => ({ path, error: await store(product, path, bytes) })),
  );
  const taken = answers.filter(({ error }) => error === null).map(({ path }) => path);
  expect(taken.length).toBeGreaterThan(3);
  const refusals = answers.flatMap(({ error }) => error ?? []);
  expect(refusals).not.toEqual([]);
  for (const refusal of refusals) expect(refusal).toEqual(NO_ROOM);
  expect(leftovers(onDisk)).toEqual([]);
  expect(filesBelow(onDisk)).toHaveLength(2 * taken.length);
  for (const path of taken) expect((await read(product, path))?.equals(photos.get(path) ?? Buffer.alloc(0))).toBe(true);
  const client = plainClient(product.url, product.publishableKey);
  expect((await client.from("parkings").insert(parkingOf(crypto.randomUUID()))).error).toBeNull();

  const refused = answers.find(({ error }) => error !== null)?.path ?? "";
  expect((await photosOf(product, product.secretKey).remove([taken[0] ?? ""])).error).toBeNull();
  expect(await store(product, refused, photos.get(refused) ?? Buffer.alloc(0))).toBeNull();
});

test.runIf(isWhole)(
  "the database's disk full: writes are refused with 5xx and a text, and all is well when there is room again",
  async (context) => {
    const reason = process.getuid?.() === 0 ? whyNoSmallDisk() : "PostgreSQL on a disk of its own needs root here";
    context.skip(reason !== null, reason ?? "");
    const dataDir = newFolder();
    const product = await startBuilt(dataDir, {}, onSmallDisk(dataDir, 160), (pid) => seenBy(pid, dataDir));
    cleanUps.push(() => product.stop());
    const filler = join(seenBy(product.server.child.pid, dataDir), "filler");
    const writers = startWriters(product);
    await writers.further(100);
    const trouble = writers.trouble();
    fillDisk(filler);
    await trouble;
    await writers.refusals(200);
    // The worst that a full disk can do: no room for the log of what is written. PostgreSQL gives up, and is started again and again.
    const sql = postgres(product.databaseUrl, { max: 1, onnotice: () => undefined });
    await sql`select pg_switch_wal()`.catch(() => undefined);
    await sql.end({ timeout: 0 });
    await vi.waitUntil(() => product.server.output().includes("the database process does not start"), PROCESS_CHANGED);
    await writers.refusals(50);
    rmSync(filler);
    await writers.further(200);
    await writers.stop();
    expect(await findMissing(product, writers.acknowledged)).toEqual([]);
    expect(writers.refused.filter(({ status }) => ![503, 504, 507].includes(status))).toEqual([]);
    expect(writers.refused.filter(({ message }) => !/try again|Retrying|starting up|recovery/i.test(message))).toEqual(
      [],
    );
  },
);
