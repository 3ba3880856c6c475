// Files that nothing names are removed after a day, from both stores; the room that files take is counted anew.
import { pino } from "pino";
import { afterEach, describe, expect, test } from "vitest";
import { type FileStore, newVersion, storedName } from "#server/storage/file-store.ts";
import { FILE_RULES } from "#server/product/stored-files.ts";
import { openStore } from "#server/storage/open-store.ts";
import { sweep } from "#server/storage/sweep.ts";
import { insertRow } from "#tests/support/rows/rows.ts";
import { startS3 } from "#tests/support/outside/s3.ts";
import { type TestServer, startTestServer } from "#tests/support/server/server.ts";
import { noisyPng } from "#tests/support/rows/real-photos.ts";
import { PHOTOS } from "#tests/support/rows/writes.ts";

const log = pino({ level: "silent" });
const cleanUps: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp();
});

async function start(kind: "folder" | "s3"): Promise<{ server: TestServer; store: FileStore }> {
  const s3 = kind === "s3" ? await startS3() : null;
  if (s3) cleanUps.push(() => s3.stop());
  const server = await startTestServer(s3 ? { s3: s3.place } : {});
  cleanUps.push(() => server.stop());
  return { server, store: openStore({ storageDir: server.storageDir, s3: s3?.place ?? null }) };
}

const namesOf = async ({ sql }: TestServer) =>
  (await sql<{ name: string }[]>`select name from storage.objects order by name`).map(({ name }) => name);
async function filesIn(store: FileStore): Promise<number> {
  const names = new Set<string>();
  for await (const { name } of store.list()) names.add(name);
  return names.size;
}
const usage = async ({ sql }: TestServer) => {
  const [found] = await sql<{ bytes: number }[]>`select bytes::int from private.storage_usage`;
  return found?.bytes ?? 0;
};

describe.each(["folder", "s3"] as const)("%s", (kind) => {
  test("photos of no shift and files of no row go after a day, and nothing else", async () => {
    const { server, store } = await start(kind);
    const bucket = server.client().storage.from(PHOTOS);
    const names = ["by-path.png", "by-address.png", "med mellanslag.png", "unused.png", "young.png"];
    for (const name of names)
      expect(
        (await bucket.upload(`vakt01/${name}`, await noisyPng(10), { contentType: "image/png" })).error,
      ).toBeNull();
    const address = (name: string) => bucket.getPublicUrl(`vakt01/${name}`).data.publicUrl;
    expect(address("med mellanslag.png")).toContain("med%20mellanslag.png");
    await insertRow(server.sql, "shift_registrations", { image_urls: ["vakt01/by-path.png", "https://x/%ff%.png"] });
    await insertRow(server.sql, "shift_registrations", {
      image_urls: [`${address("by-address.png")}?a=b`, address("med mellanslag.png")],
    });
    // A file of another bucket, and a row as @supabase/lite wrote it.
    await server.sql`insert into storage.buckets (id, name) values ('other', 'other')`;
    const facts = { mimetype: "image/png", cacheControl: "no-cache", eTag: '"x"' };
    for (const [bucketId, version] of [
      ["other", newVersion()],
      [PHOTOS, crypto.randomUUID()],
    ] as const) {
      const row = { bucket_id: bucketId, name: 'vakt01/old "å".png', version };
      await store.write(storedName(row), { bytes: await noisyPng(5), facts });
      await server.sql`insert into storage.objects ${server.sql({ ...row, metadata: server.sql.json({ size: 100 }) })}`;
    }
    await insertRow(server.sql, "shift_registrations", { image_urls: ['vakt01/old "å".png', "x"] });
    // A file whose row never came.
    await store.write(storedName({ bucket_id: "", name: "", version: newVersion() }), {
      bytes: await noisyPng(5),
      facts,
    });

    const sweepAgain = async (more = {}) => {
      await server.sql`update private.settings set storage_swept_at = now() - interval '1 hour'`;
      return sweep({ databaseUrl: server.databaseUrl, store, rules: FILE_RULES, log, ...more });
    };
    expect(await sweepAgain()).toEqual({ objects: 0, files: 0 });
    expect(await filesIn(store)).toBe(8);
    await server.sql`update storage.objects set created_at = now() - interval '25 hours' where name <> 'vakt01/young.png'`;
    expect(await sweepAgain()).toEqual({ objects: 1, files: 0 });
    expect(await filesIn(store)).toBe(7);
    await server.sql`update storage.objects set created_at = now() + interval '1 hour' where name = 'vakt01/young.png'`;
    expect(await sweepAgain({ ageSeconds: -1 })).toEqual({ objects: 0, files: 1 });
    expect(await namesOf(server)).toEqual([
      "vakt01/by-address.png",
      "vakt01/by-path.png",
      "vakt01/med mellanslag.png",
      'vakt01/old "å".png',
      'vakt01/old "å".png',
      "vakt01/young.png",
    ]);
    expect(await filesIn(store)).toBe(6);
  });
});

test("one process of many sweeps, once an hour", async () => {
  const { server, store } = await start("folder");
  const options = { databaseUrl: server.databaseUrl, store, rules: FILE_RULES, log };
  const found = await Promise.all([sweep(options), sweep(options), sweep(options)]);
  expect(found.filter((swept) => swept !== null)).toEqual([{ objects: 0, files: 0 }]);
  expect(await sweep(options)).toBeNull();
  await server.sql`update private.settings set storage_swept_at = now() - interval '1 hour'`;
  expect(await sweep(options)).toEqual({ objects: 0, files: 0 });
});

test("the room of photos is counted anew, and follows uploads and removals", async () => {
  const { server, store } = await start("folder");
  const bucket = server.client({ key: server.secretKey }).storage.from(PHOTOS);
  const photo = await noisyPng(10);
  for (const name of ["1.png", "2.png"]) await bucket.upload(name, photo, { contentType: "image/png" });
  expect(await usage(server)).toBe(2 * photo.length);
  await bucket.remove(["1.png"]);
  expect(await usage(server)).toBe(photo.length);
  await server.sql`delete from private.storage_usage`;
  await sweep({ databaseUrl: server.databaseUrl, store, rules: FILE_RULES, log });
  expect(await usage(server)).toBe(photo.length);
});

// Spec 5 §1: **Photos**
test("pictures of properties stay while a property has their address", async () => {
  const { server, store } = await start("folder");
  const names = ["front.png", "more.png", "unused.png"];
  for (const name of names) {
    const row = { bucket_id: "property-images", name: `agent/${name}`, version: newVersion() };
    await store.write(storedName(row), {
      bytes: await noisyPng(5),
      facts: { mimetype: "image/png", cacheControl: "", eTag: "" },
    });
    await server.sql`insert into storage.objects ${server.sql({ ...row, metadata: server.sql.json({ size: 100 }) })}`;
  }
  const at = "/storage/v1/object/public/property-images/agent/";
  await insertRow(server.sql, "properties", {
    front_image_url: `${at}front.png`,
    image_urls: ["/properties/farm.svg", `https://elsewhere.example${at}more.png`],
  });
  await server.sql`update storage.objects set created_at = now() - interval '25 hours'`;
  await server.sql`update private.settings set storage_swept_at = now() - interval '1 hour'`;
  expect(await sweep({ databaseUrl: server.databaseUrl, store, rules: FILE_RULES, log })).toEqual({
    objects: 1,
    files: 0,
  });
  expect(await namesOf(server)).toEqual(["agent/front.png", "agent/more.png"]);
});
