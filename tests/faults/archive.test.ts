// The archive: a lost data folder comes back as it was at a second, with its photos, and without what was erased since.
// Runs in `npm run test:all` alone: operators' commands share no code with a screen.
import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { buffer, text } from "node:stream/consumers";
import { Readable } from "node:stream";
import { gunzipSync, gzipSync } from "node:zlib";
import { generateX25519Identity, identityToRecipient } from "age-encryption";
import postgres from "postgres";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { hashOf } from "#server/archive/archive.ts";
import { NO_KEYS, decryptOnly, encryptor } from "#server/backup/encryption.ts";
import {
  type BuiltProduct,
  filesBelow,
  makeDataDir,
  postmasterOf,
  startBuilt,
} from "#tests/support/server/built-product.ts";
import { WHOLE_TEST_MS } from "#tests/support/run/patience.ts";
import { createTestClient } from "#tests/support/server/server.ts";

const METRICS_TOKEN = "a-token-of-these-tests";
const COPIED = { timeout: WHOLE_TEST_MS };
const folder = mkdtempSync(join(tmpdir(), "parkering-archive-"));
const archive = join(folder, "archive");
const identityFile = join(folder, "identity.txt");
const { dataDir, remove } = makeDataDir("migrated");
let keys: Record<string, string>;
let product: BuiltProduct;
let sql: postgres.Sql;

beforeAll(async () => {
  const identity = await generateX25519Identity();
  writeFileSync(identityFile, identity);
  keys = { ARCHIVE_URL: archive, BACKUP_RECIPIENTS: await identityToRecipient(identity) };
  product = await startBuilt(dataDir, { ...keys, METRICS_TOKEN });
  sql = postgres(product.databaseUrl, { max: 1, onnotice: () => undefined });
}, WHOLE_TEST_MS);
afterAll(async () => {
  await product.stop();
  remove();
  rmSync(folder, { recursive: true, force: true });
});

const archived = (kind: string) => filesBelow(join(archive, kind)).filter((path) => !path.endsWith(".json"));
const park = async (plate: string): Promise<void> => {
  await sql`insert into public.parkings (project_id, car_model, car_color, street, ref_number, start_time, end_time)
    values ('ostra-hamnen', 'Volvo', 'Blå', 'Kajen', ${plate}, now(), now() + interval '2 hours')`;
};
const clock = async (): Promise<string> => {
  const [row] = await sql<
    { at: string }[]
  >`select to_char(clock_timestamp() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at`;
  return row?.at ?? "";
};
/** Waits until PostgreSQL's newest segment is stored. */
const untilKept = async (): Promise<void> => {
  const [row] = await sql<{ segment: string }[]>`select pg_walfile_name(pg_switch_wal()) as segment`;
  await vi.waitFor(
    () => expect(archived("wal").some((path) => path.endsWith(row?.segment ?? "none"))).toBe(true),
    COPIED,
  );
};

/** Photos of a data folder, each with the hash of its bytes. */
const photosIn = (folderOfData: string): Map<string, string> =>
  new Map(
    filesBelow(join(folderOfData, "storage"))
      .filter((path) => /\/[0-9a-f]{64}$/.test(path))
      .map((path) => [basename(path), hashOf(readFileSync(path))]),
  );

/** Runs what `npm run restore` runs, into a new folder; gives the exit code, its output and the folder. */
async function restore(to: string, settings: Record<string, string> = {}) {
  const place = makeDataDir();
  const child = spawn(process.execPath, ["tools/command.mjs", "restore", "--to", to], {
    env: {
      PATH: process.env["PATH"],
      DATA_DIR: place.dataDir,
      ARCHIVE_URL: archive,
      BACKUP_IDENTITY_FILE: identityFile,
      ...settings,
    },
  });
  const [told, wrong, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
  return { code: code as number, told: told + wrong, ...place };
}

/** A copy of the archive as servers wrote it before names stood inside the encryption; the parts of a copy never bore one. */
async function withoutNames(): Promise<string> {
  const older = join(folder, "older");
  cpSync(archive, older, { recursive: true });
  const given = { ...NO_KEYS, recipients: [keys["BACKUP_RECIPIENTS"] ?? ""], identityFile };
  for (const path of filesBelow(older).filter((each) => !/\.(?:json|\d{6})$/.test(each))) {
    // oxlint-disable-next-line no-await-in-loop
    const bytes = gunzipSync(await buffer(decryptOnly(Readable.from([readFileSync(path)]), given)));
    // oxlint-disable-next-line no-await-in-loop
    writeFileSync(path, await buffer(encryptor(given)(Readable.from([gzipSync(bytes)]))));
  }
  return older;
}

/** Plates of the parkings in a data folder, asked of a server that starts on it, on which nobody is logged in. */
async function platesIn(restored: string): Promise<string[]> {
  const server = await startBuilt(restored, { ...keys, ARCHIVE_URL: join(folder, "next") });
  const other = postgres(server.databaseUrl, { max: 1, onnotice: () => undefined });
  try {
    const rows = await other<
      { plate: string }[]
    >`select ref_number as plate from public.parkings where street = 'Kajen' order by 1`;
    expect(await other`select from auth.sessions`).toHaveLength(0);
    return rows.map(({ plate }) => plate);
  } finally {
    await other.end();
    await server.stop();
  }
}

/** Seconds for which the oldest segment has waited, as monitoring reads them. */
async function waiting(): Promise<number> {
  const answer = await fetch(`${product.url}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } });
  return Number(/^parkering_archive_waiting_seconds (\S+)$/m.exec(await answer.text())?.[1]);
}

test("while the archive cannot be written people work, monitoring is told, and afterwards nothing is missing", async () => {
  await vi.waitFor(() => expect(archived("base").filter((path) => path.endsWith(".manifest"))).toHaveLength(1), COPIED);
  renameSync(archive, `${archive}.away`);
  writeFileSync(archive, "");
  await park("UTAN001");
  await sql`select pg_switch_wal()`;
  await vi.waitFor(async () => expect(await waiting()).toBeGreaterThan(1), COPIED);
  expect(product.server.output()).toContain("the archive is not kept");
  rmSync(archive);
  renameSync(`${archive}.away`, archive);
  await untilKept();
  await vi.waitFor(async () => expect(await waiting()).toBe(0), COPIED);
  await sql`delete from public.parkings where ref_number = 'UTAN001'`;
});

// Spec rules §11: After a restore everybody
test("a lost data folder comes back as it was at a second and at its last segment, without what was erased since and without logins", async () => {
  const login = { email: "agent@parkering.example", password: "Agent-7410" };
  expect((await createTestClient(product.url, product.publishableKey).auth.signInWithPassword(login)).error).toBeNull();
  expect(await sql`select from auth.sessions`).toHaveLength(1);
  await park("FORE001");
  await park("GAMMAL1");
  const moment = await clock();
  await park("EFTER01");
  await sql`delete from public.parkings where ref_number = 'FORE001'`;
  await sql`select private.erase_rows('ostra-hamnen', jsonb_populate_record(null::private.erasable, jsonb_build_object('parkings', jsonb_build_array(id),
    'activities', '[]'::jsonb, 'checks', '[]'::jsonb, 'removals', '[]'::jsonb, 'permits', '[]'::jsonb, 'cases', '[]'::jsonb, 'payers', '[]'::jsonb,
    'extracts', '[]'::jsonb))) from public.parkings where ref_number = 'GAMMAL1'`;
  expect(await sql`select from public.parkings where ref_number = 'GAMMAL1'`).toHaveLength(0);
  await vi.waitFor(() => expect(archived("erased")).toHaveLength(1), COPIED);
  await untilKept();
  const photos = photosIn(dataDir);
  expect(photos.size).toBeGreaterThan(0);
  await sql.end();
  process.kill(product.server.child.pid ?? 0, "SIGKILL");
  process.kill(postmasterOf(dataDir).pid, "SIGKILL");
  await product.server.exited;
  rmSync(dataDir, { recursive: true, force: true });

  const then = await restore(moment);
  expect(then.told).toMatch(
    /^\s*Restored from the copy of .* and the log\. Its last change is of [^]*\n {2}Erased 1 rows again/,
  );
  expect(then.code).toBe(0);
  expect(photosIn(then.dataDir)).toEqual(photos);
  expect(await platesIn(then.dataDir)).toEqual(["FORE001"]);
  // Two photos have changed places in the archive, which needs no key.
  const [one = "", two = ""] = [...photos.keys()].map((name) => join(archive, name.slice(0, 2), name));
  for (const [from, to] of [
    [one, folder + "/one"],
    [two, one],
    [folder + "/one", two],
  ] as const)
    for (const end of ["", ".json"]) renameSync(from + end, to + end);
  const last = await restore("latest");
  expect([last.code, last.told.match(/ was left out: It was written as /g)]).toEqual([
    0,
    [expect.anything(), expect.anything()],
  ]);
  for (const path of [one, two]) photos.delete(basename(path));
  expect(photosIn(last.dataDir)).toEqual(photos);
  expect(await platesIn(last.dataDir)).toEqual(["EFTER01"]);

  const older = await restore("latest", { ARCHIVE_URL: await withoutNames() });
  expect([older.code, older.told.match(/ was left out: it is another photo/g)?.length]).toEqual([0, 2]);
  expect(photosIn(older.dataDir)).toEqual(photos);
  expect(await platesIn(older.dataDir)).toEqual(["EFTER01"]);
  for (const { remove: away } of [then, last, older]) away();
});

test("a moment before the archive, one ahead, another key and a folder in use are refused, and nothing is left behind", async () => {
  const before = await restore("2026-01-01T00:00:00Z");
  expect([before.code, before.told]).toEqual([1, expect.stringContaining("The archive goes back to ")]);
  expect((await restore("2999-01-01T00:00:00Z")).told).toContain("lies ahead");
  expect((await restore("i går")).told).toContain('--to "i går"');
  const other = join(folder, "other.txt");
  writeFileSync(other, await generateX25519Identity());
  const foreign = await restore("latest", { BACKUP_IDENTITY_FILE: other });
  expect([foreign.code, foreign.told]).toEqual([1, expect.stringContaining("another key")]);
  const segments = archived("wal")
    .filter((path) => /-[0-9A-F]{24}$/.test(path))
    .toSorted();
  // The segment before stands in its place, which needs no key.
  copyFileSync(segments.at(-3) ?? "", segments.at(-2) ?? "");
  const moved = await restore("latest");
  expect([moved.code, moved.told]).toEqual([1, expect.stringMatching(/cannot be read: It was written as wal/)]);
  rmSync(segments.at(-2) ?? "");
  const holed = await restore("latest");
  expect([holed.code, holed.told]).toEqual([1, expect.stringMatching(/lacks the segment [0-9A-F]{24} of the log/)]);
  for (const each of [before, foreign, moved, holed]) {
    expect(existsSync(join(each.dataDir, "postgres"))).toBe(false);
    expect(filesBelow(join(each.dataDir, "storage"))).toEqual([]);
    each.remove();
  }
});
