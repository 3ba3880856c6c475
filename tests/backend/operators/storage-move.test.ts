// `npm run move-photos`: from a folder to S3 and back, while the server runs; and the backup of a server whose photos lie on S3.
// Runs in `npm run test:all` alone, minutes long: operators' commands share no code with a screen.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { pino } from "pino";
import { afterEach, expect, test } from "vitest";
import { backUp } from "#server/backup/back-up.ts";
import { restore } from "#server/backup/restore.ts";
import { movePhotos } from "#server/backup/move-photos.ts";
import type { FileStore } from "#server/storage/file-store.ts";
import { openStore } from "#server/storage/open-store.ts";
import { createTestDatabase } from "#tests/support/database/database.ts";
import { type TestS3, startS3 } from "#tests/support/outside/s3.ts";
import { program } from "#tests/support/server/server-process.ts";
import { startTestServer } from "#tests/support/server/server.ts";
import { noisyPng } from "#tests/support/rows/real-photos.ts";
import { PHOTOS } from "#tests/support/rows/writes.ts";

const log = pino({ level: "silent" });
const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp();
});

async function openS3(): Promise<TestS3> {
  const s3 = await startS3();
  cleanUps.push(() => s3.stop());
  return s3;
}

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "parkering-move-"));
  cleanUps.push(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Runs the command as the operator does. */
async function run(places: readonly string[], settings: Record<string, string>) {
  const { PATH = "", HOME = "/tmp" } = process.env;
  const env = { PATH, HOME, ...settings };
  const child = spawn(process.execPath, [...program("move-photos"), ...places], { env });
  const [output, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
  return { code: code as number, output: output + errors };
}

async function contents(store: FileStore): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for await (const { name } of store.list()) {
    const file = await store.read(name);
    if (file) found.set(name, JSON.stringify([Buffer.from(file.bytes).toString("base64"), file.facts]));
  }
  return found;
}

test("photos go to S3 while people upload; a second run brings the rest; what is not the same is written again", async () => {
  const s3 = await openS3();
  const server = await startTestServer();
  cleanUps.push(() => server.stop());
  const bucket = server.client().storage.from(PHOTOS);
  let count = 0;
  const upload = async () => {
    count += 1;
    const { error } = await bucket.upload(`vakt01/${count}.png`, await noisyPng(20), { contentType: "image/png" });
    expect(error).toBeNull();
  };
  for (let n = 0; n < 10; n += 1) await upload();
  const [first] = await Promise.all([
    run([server.storageDir, "s3://photos/parkering"], s3.settings),
    upload(),
    upload(),
  ]);
  expect(first).toMatchObject({ code: 0, output: expect.stringMatching(/^1[0-2] photos were copied/) });
  expect(first.output).toContain("set STORAGE_URL=s3://photos/parkering");
  await upload();

  const [folder, target] = [openStore({ storageDir: server.storageDir }), openStore({ storageDir: "", s3: s3.place })];
  const again = await movePhotos(folder, target);
  expect(again.copied + again.there).toBe(13);
  expect(await contents(target)).toEqual(await contents(folder));
  const [[name = ""] = []] = await contents(target);
  const damaged = await target.read(name);
  await target.write(name, {
    bytes: Buffer.from("other"),
    facts: damaged?.facts ?? { mimetype: "", cacheControl: "", eTag: "" },
  });
  expect(await movePhotos(folder, target)).toEqual({ copied: 1, there: 12, gone: 0 });

  // A server on S3 shows them all, and the way back is the same.
  const other = await startTestServer({ s3: s3.place, databaseUrl: server.databaseUrl });
  cleanUps.push(() => other.stop());
  const shown = other.client().storage.from(PHOTOS);
  for (let n = 1; n <= count; n += 1) expect((await shown.download(`vakt01/${n}.png`)).error).toBeNull();
  const back = openStore({ storageDir: newFolder() });
  expect(await movePhotos(target, back)).toEqual({ copied: 13, there: 0, gone: 0 });
  expect(await contents(back)).toEqual(await contents(folder));
});

test("the command refuses places that it cannot read", async () => {
  expect(await run(["/tmp/a"], {})).toMatchObject({ code: 1, output: expect.stringContaining("Name two places") });
  const { code, output } = await run(["/tmp/a", "s3://photos/parkering"], {});
  expect([code, output]).toEqual([1, expect.stringContaining("AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_REGION")]);
});

test("a backup of photos on S3 is restored to S3 and to a folder; a place in use is refused", async () => {
  const [source, other] = [await openS3(), await openS3()];
  const server = await startTestServer({ s3: source.place, from: "seeded" });
  cleanUps.push(() => server.stop());
  const bucket = server.client().storage.from(PHOTOS);
  for (const name of ["1.png", "2.png"]) await bucket.upload(name, await noisyPng(30), { contentType: "image/png" });
  const folder = newFolder();
  const file = join(folder, "backup.tar.gz");
  const here = {
    dataDir: folder,
    databaseUrl: server.databaseUrl,
    storageDir: join(folder, "unused"),
    s3: source.place,
  };
  expect(await backUp({ places: here, file, log })).toContain("and 2 photos");

  const stored = await contents(openStore(here));
  for (const s3 of [other.place, null]) {
    const database = await createTestDatabase({ from: "bare" });
    cleanUps.push(() => database.drop());
    const places = { dataDir: folder, databaseUrl: database.url, storageDir: join(folder, "storage"), s3 };
    await expect(restore({ places: { ...places, s3: source.place }, file, log })).rejects.toThrow(
      /holds files already/,
    );
    expect(await restore({ places, file, log })).toContain("and 2 photos");
    expect(await contents(openStore(places))).toEqual(stored);
  }
});
