// Both stores of files do the same: a folder, and a bucket of S3.
// `npm test` asks one profile and lists of one page in S3: pages have their test in the folder's store.
import { createHash, randomUUID } from "node:crypto";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type FileStore, eTagOf, newVersion, storedName } from "#server/storage/file-store.ts";
import { openStore } from "#server/storage/open-store.ts";
import { isWhole } from "#tests/support/run/whole.ts";
import { type TestS3, startS3 } from "#tests/support/outside/s3.ts";
import { type TestServer, startTestServer } from "#tests/support/server/server.ts";
import { noisyPng } from "#tests/support/rows/real-photos.ts";
import { PHOTOS } from "#tests/support/rows/writes.ts";
import { readinessOf } from "#tests/support/server/readiness.ts";

const log = pino({ level: "silent" });
let s3: TestS3;
let folder: string;
beforeAll(async () => {
  s3 = await startS3();
  folder = mkdtempSync(join(tmpdir(), "parkering-store-"));
  return async () => {
    await s3.stop();
    rmSync(folder, { recursive: true, force: true });
  };
});

const newName = () => storedName({ bucket_id: PHOTOS, name: "a.png", version: newVersion() });
const fileOf = (bytes: Buffer) => ({
  bytes,
  facts: { mimetype: "image/png", cacheControl: "max-age=31536000", eTag: eTagOf(bytes) },
});
async function namesIn(store: FileStore): Promise<Set<string>> {
  const names = new Set<string>();
  for await (const { name } of store.list()) names.add(name);
  return names;
}

describe.each(["folder", "s3"] as const)("%s", (kind) => {
  const open = () => openStore({ storageDir: folder, s3: kind === "s3" ? s3.place : null });
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer(kind === "s3" ? { s3: s3.place } : {});
  });
  afterAll(() => server.stop());

  test("a written file is read back with its facts, listed with its time, and gone after its removal", async () => {
    const store = open();
    await store.prepare(log);
    const before = Date.now();
    const photos = await Promise.all([20, 20, 20].map(noisyPng));
    const files = new Map(photos.map((photo) => [newName(), fileOf(photo)]));
    for (const [name, file] of files) await store.write(name, file);
    for (const [name, file] of files) {
      const found = await store.read(name);
      expect(found?.facts).toEqual(file.facts);
      expect(Buffer.from(found?.bytes ?? []).equals(file.bytes)).toBe(true);
    }
    const others = kind === "s3" ? [] : readdirSync(folder).map((part) => statSync(join(folder, part)).mode & 0o077);
    expect(new Set([0, ...others]), "rights of other people of the machine").toEqual(new Set([0]));
    const listed = new Set<string>();
    for await (const { name, writtenAt } of store.list()) {
      listed.add(name);
      expect(Math.abs(writtenAt - before)).toBeLessThan(60_000);
    }
    expect(listed).toEqual(new Set(files.keys()));
    await store.remove([...files.keys(), newName()]);
    expect((await namesIn(store)).size).toBe(0);
    for (const name of files.keys()) expect(await store.read(name)).toBeNull();
  });

  test.runIf(isWhole || kind === "folder")("more files than one page of a list holds are all listed", async () => {
    const store = open();
    const small = fileOf(Buffer.from("x"));
    const names = Array.from({ length: 1050 }, newName);
    for (let at = 0; at < names.length; at += 50)
      await Promise.all(names.slice(at, at + 50).map((name) => store.write(name, small)));
    expect(await namesIn(store)).toEqual(new Set(names));
    await store.remove(names);
  });

  test("the client uploads, shows, downloads and removes a photo", async () => {
    const photo = await noisyPng(30);
    const bucket = server.client().storage.from(PHOTOS);
    const options = { contentType: "image/png", cacheControl: "31536000" };
    expect(
      (await bucket.upload("vakt01/1-a.png", new Blob([new Uint8Array(photo)], { type: "image/png" }), options)).error,
    ).toBeNull();
    expect((await bucket.upload("vakt01/1-a.png", photo, options)).error).toMatchObject({ statusCode: "409" });
    const shown = await fetch(bucket.getPublicUrl("vakt01/1-a.png").data.publicUrl);
    expect(Buffer.from(await shown.arrayBuffer()).equals(photo)).toBe(true);
    expect(shown.headers.get("cache-control")).toBe("max-age=31536000");
    const again = await fetch(shown.url, { headers: { "If-None-Match": shown.headers.get("etag") ?? "" } });
    expect(again.status).toBe(304);
    expect((await fetch(shown.url, { method: "HEAD" })).headers.get("content-length")).toBe(String(photo.length));
    const read = await bucket.download("vakt01/1-a.png");
    expect(Buffer.from(await (read.data ?? new Blob()).arrayBuffer()).equals(photo)).toBe(true);

    const signed = await bucket.createSignedUploadUrl("vakt01/2-b.png");
    expect(
      (await bucket.uploadToSignedUrl("vakt01/2-b.png", signed.data?.token ?? "", photo, options)).error,
    ).toBeNull();
    expect((await bucket.download("vakt01/2-b.png")).data?.size).toBe(photo.length);

    const service = server.client({ key: server.secretKey }).storage.from(PHOTOS);
    expect((await service.remove(["vakt01/1-a.png", "nothing.png"])).data).toHaveLength(1);
    expect((await fetch(shown.url)).status).toBe(400);
    // The same name is free again, and is another file.
    expect((await bucket.upload("vakt01/1-a.png", await noisyPng(30), options)).error).toBeNull();
  });
});

test("photos that were stored before this server had a storage of its own are shown and removed", async () => {
  const server = await startTestServer();
  const row = { bucket_id: PHOTOS, name: 'vakt01/1-"å".png', version: randomUUID() };
  // Bytes at the hash of bucket and key, facts beside them.
  const hash = createHash("sha256").update('["shift-images","vakt01/1-\\"å\\".png"]').digest("hex");
  const place = join(server.storageDir, hash.slice(0, 2));
  mkdirSync(place, { recursive: true });
  const photo = await noisyPng(10);
  writeFileSync(join(place, hash), photo);
  writeFileSync(join(place, `${hash}.json`), JSON.stringify(fileOf(photo).facts));
  await server.sql`insert into storage.objects ${server.sql({ ...row, metadata: server.sql.json({ size: photo.length }) })}`;
  const { data } = await server.client().storage.from(PHOTOS).download(row.name);
  expect(Buffer.from(await (data ?? new Blob()).arrayBuffer()).equals(photo)).toBe(true);
  const service = server.client({ key: server.secretKey }).storage.from(PHOTOS);
  expect((await service.remove([row.name])).data).toHaveLength(1);
  expect(readdirSync(place)).toEqual([]);
  await server.stop();
});

describe("S3 that does not answer as it should", () => {
  test.each([
    ["is not there", { endpoint: "http://127.0.0.1:9" }],
    ["has no such bucket", { bucket: "other" }],
    ["does not know the key", { accessKeyId: "WRONG" }],
  ])("%s: 503, no row stays, and the server goes on", async (_what, change) => {
    const server = await startTestServer({ s3: { ...s3.place, ...change } });
    const bucket = server.client().storage.from(PHOTOS);
    const { error } = await bucket.upload("vakt01/1-a.png", await noisyPng(8), { contentType: "image/png" });
    expect(error).toMatchObject({ status: 503, message: "The photos cannot be reached. Please try again." });
    expect(await server.sql`select from storage.objects`).toHaveLength(0);
    // All servers share it, and everything else goes on.
    expect(await readinessOf(server.url)).toEqual({
      status: "degraded",
      degraded: { photos: "Photos cannot be stored." },
    });
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
    await server.stop();
  });
});
