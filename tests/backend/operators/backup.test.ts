// Backup and restore: a running server's rows and photos, and what is refused before anything changes.
// `npm test` asks values, refusals and older backups; a backup under a stream of writes is `npm run test:all`'s.
import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { buffer, text } from "node:stream/consumers";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { generateX25519Identity, identityToRecipient } from "age-encryption";
import type { Pool } from "pg";
import { pino } from "pino";
import postgres, { type Sql } from "postgres";
import { raw } from "sql-template-tag";
import { afterEach, describe, expect, test, vi } from "vitest";
import type { AppConfig } from "#contract/config.ts";
import { createArchive } from "#server/backup/archive-writer.ts";
import { checkBackup, readEntries } from "#server/backup/archive-reader.ts";
import { type Table, listTables, quoteTable, copyIn, copyOut } from "#server/backup/catalog.ts";
import { backUp } from "#server/backup/back-up.ts";
import { restore } from "#server/backup/restore.ts";
import type { BackupKeys } from "#server/backup/encryption.ts";
import { MANIFEST, type Manifest } from "#server/backup/format.ts";
import { type Database, inTransaction, openPool } from "#server/database/driver/connect.ts";
import { findRunning, startEmbedded } from "#server/database/embedded/embedded.ts";
import { ensureHostedLayout } from "#server/database/hosted-layout.ts";
import { applyThese } from "#server/database/migrations/migrations.ts";
import { readEarlierMigrations, readMigrations } from "#server/database/migrations/project-files.ts";
import { transact, withConnection } from "#server/database/driver/one-connection.ts";
import { prepareDatabase } from "#server/database/prepare.ts";
import { erasedFolder, writeErasedList } from "#server/erasure/erased-list.ts";
import { eraseTonight } from "#server/erasure/nightly.ts";
import { copyMigrated } from "#tests/support/database/migrated-folder.ts";
import { createTestDatabase } from "#tests/support/database/database.ts";
import { PATIENCE, SEVERAL_PRODUCTS, WORKED_THROUGH } from "#tests/support/run/patience.ts";
import { insertRow } from "#tests/support/rows/rows.ts";
import { createTestClient, startTestServer } from "#tests/support/server/server.ts";
import { program, startServerProcess } from "#tests/support/server/server-process.ts";
import { noisyPng } from "#tests/support/rows/real-photos.ts";
import { PHOTOS, startWriters } from "#tests/support/rows/writes.ts";
import { isWhole } from "#tests/support/run/whole.ts";

const log = pino({ level: "silent" });
/** Tables that `startWriters` writes. */
const WRITTEN = ["parkings", "contact_messages", "shift_registrations"] as const;
/** A backup that is encrypted has the server's secrets too, so that everything is the same. */
async function encrypted() {
  const identity = await generateX25519Identity();
  const identityFile = join(temporaryFolder(), "identity.txt");
  writeFileSync(identityFile, identity);
  return { passphrase: null, recipients: [await identityToRecipient(identity)], identityFile };
}
const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp();
});

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "parkering-backup-"));
  cleanUps.push(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

async function testDatabase(from: "empty" | "seeded" | "bare") {
  const database = await createTestDatabase({ from });
  cleanUps.push(() => database.drop());
  return database;
}

async function start(settings: Record<string, string>) {
  const server = await startServerProcess(settings);
  cleanUps.push(async () => {
    server.child.kill("SIGTERM");
    await server.exited;
  });
  return server;
}

function connect(url: string): Sql {
  const sql = postgres(url, { max: 2, onnotice: () => undefined });
  cleanUps.push(() => sql.end({ timeout: 1 }));
  return sql;
}

/** The database that runs on a data folder, for functions of the server. */
function pool(dataDir: string): Pool {
  const opened = openPool(findRunning(dataDir) ?? "", { name: "tests", max: 2 });
  cleanUps.push(() => opened.end());
  return opened;
}

/** Runs the command as the operator does; its exit code and what it wrote. */
async function run(command: "backup" | "restore", file: string, settings: Record<string, string>) {
  const { PATH = "", HOME = "/tmp" } = process.env;
  const child = spawn(process.execPath, [...program(command), file], {
    env: { PATH, HOME, ...settings },
  });
  const [output, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
  return { code: code as number, output: output + errors };
}

/** Every row of every table as PostgreSQL writes it (generated columns too), sorted. */
async function readAll(database: Database): Promise<Map<string, string[]>> {
  const tables = new Map<string, string[]>();
  for (const table of await listTables(database)) {
    const { rows } = await database.query<{ row: string }>(
      raw(`select t::text as row from ${quoteTable(table)} t order by 1`),
    );
    tables.set(
      quoteTable(table),
      rows.map(({ row }) => row),
    );
  }
  return tables;
}

/** The files of a folder by their path below it. */
function readFiles(folder: string): Map<string, string> {
  if (!existsSync(folder)) return new Map();
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return new Map(
    entries.map(({ parentPath, name }) => {
      const path = join(parentPath, name);
      return [path.slice(folder.length), readFileSync(path, "base64")];
    }),
  );
}

/** Adds pairs of rows of two tables, each pair in one transaction, until the function that it gives is called; that one gives how many. */
function startPairs(sql: Sql): () => Promise<number> {
  const over = new AbortController();
  const running = (async () => {
    let count = 0;
    for (; !over.signal.aborted; count += 1) {
      const id = randomUUID();
      await sql.begin(async (transaction) => {
        await transaction`insert into public.parking_deletion_logs (parking_id, deleted_by) values (${id}, 'pair')`;
        await transaction`insert into public.web_activity_logs (user_id, user_type, action) values (${id}, 'pair', 'pair')`;
      });
    }
    return count;
  })();
  return () => {
    over.abort();
    return running;
  };
}

/** Expects the copy's rows to be the source's, but for those that the source got behind the snapshot. */
function expectSameRows(source: Map<string, string[]>, copy: Map<string, string[]>): void {
  const growing = new Set(
    [...WRITTEN, "parking_deletion_logs", "web_activity_logs", "audit_trail"].map((name) => `"public"."${name}"`),
  );
  growing.add('"storage"."objects"');
  expect([...copy.keys()]).toEqual([...source.keys()]);
  // `storage_usage` is as much as the copy's own photos take.
  source.delete('"private"."storage_usage"');
  // A link that was used since would be good again.
  expect([source.get('"public"."outbox"')?.length, copy.get('"public"."outbox"')]).toEqual([1, []]);
  source.delete('"public"."outbox"');
  // An open invitation is there still, and expired.
  const links = '"private"."account_links"';
  expect([source.get(links)?.length, copy.get(links)?.length]).toEqual([2, 1]);
  source.delete(links);
  // `last_backup` is written behind the snapshot.
  source.delete('"private"."last_backup"');
  for (const [name, rows] of source) {
    const found = copy.get(name) ?? [];
    const there = new Set(found);
    const wanted = growing.has(name) ? rows.filter((row) => there.has(row)) : rows;
    expect({ name, rows: found }).toEqual({ name, rows: wanted });
  }
}

/** Expects a snapshot: no row of a pair comes without the other. */
async function expectWholePairs(copySql: Sql, pairs: number): Promise<void> {
  const [halves] = await copySql<{ both: number; one: number }[]>`
    select count(*) filter (where l.parking_id is not null and a.id is not null)::int as both,
           count(*) filter (where l.parking_id is null or a.id is null)::int as one
    from (select * from public.parking_deletion_logs where deleted_by = 'pair') l
    full join (select * from public.web_activity_logs where user_type = 'pair') a on a.user_id = l.parking_id::text`;
  expect(halves?.one).toBe(0);
  expect(halves?.both).toBeGreaterThan(0);
  expect(halves?.both).toBeLessThan(pairs);
}

describe("a running server", () => {
  // Spec rules §1: An invitation and
  test.runIf(isWhole)(
    "is backed up under a stream of writes, and the copy is the same to the row and the byte",
    async () => {
      const folder = temporaryFolder();
      const [DATA_DIR, copyDir, file] = [
        join(folder, "data"),
        join(folder, "copy"),
        join(folder, "säkerhetskopia.tar.gz"),
      ];
      copyMigrated(DATA_DIR);
      const server = await start({ DATA_DIR });
      const { publishableKey } = (await (await fetch(`${server.url}/config.json`)).json()) as AppConfig;
      const sql = connect(findRunning(DATA_DIR) ?? "");
      const writers = startWriters({ url: server.url, publishableKey });
      const stopPairs = startPairs(sql);
      const { acknowledged } = writers;
      await vi.waitUntil(() => WRITTEN.every((table) => acknowledged[table].length > 3), WORKED_THROUGH);
      const before = structuredClone(acknowledged);
      await sql`
      with mail as (insert into public.outbox (about, channel, event)
        select id, 'account-mail', 'invitation' from auth.users limit 1 returning id, about)
      insert into private.account_links (id, account_id, key_hash) select id, about, 'hash' from mail
      union all select gen_random_uuid(), about, 'handed over' from mail`;
      await sql`update private.account_links set kind = 'invitation' where key_hash = 'handed over'`;

      const { recipients, identityFile } = await encrypted();
      const backup = await run("backup", file, { DATA_DIR, BACKUP_RECIPIENTS: recipients.join(",") });
      await writers.further(10);
      await writers.stop();
      const pairs = await stopPairs();
      expect(backup).toMatchObject({
        code: 0,
        output: expect.stringMatching(/^Backed up \d+ tables with \d+ rows and/),
      });
      expect(statSync(file).mode & 0o777).toBe(0o600);
      expect(readdirSync(folder).toSorted()).toEqual(["data", "säkerhetskopia.tar.gz"]);
      const source = await readAll(pool(DATA_DIR));
      const files = readFiles(join(DATA_DIR, "storage"));

      const restored = await run("restore", file, { DATA_DIR: copyDir, BACKUP_IDENTITY_FILE: identityFile });
      expect(restored).toMatchObject({
        code: 0,
        output: expect.stringMatching(/^Restored \d+ tables.*\n  Links to choose/),
      });
      const second = await start({ DATA_DIR: copyDir });
      const copySql = connect(findRunning(copyDir) ?? "");
      const copy = await readAll(pool(copyDir));

      expectSameRows(source, copy);
      const [taken] = await copySql<{ same: boolean }[]>`
      select (select sum(bytes) from private.storage_usage) = sum((metadata->>'size')::bigint) as same from storage.objects`;
      expect(taken).toEqual({ same: true });
      for (const table of WRITTEN) {
        const ids = new Set((await copySql<{ id: string }[]>`select id from ${copySql(table)}`).map(({ id }) => id));
        expect(before[table].filter((id) => !ids.has(id))).toEqual([]);
      }
      await expectWholePairs(copySql, pairs);
      const copied = readFiles(join(copyDir, "storage"));
      const [objects] = await copySql<{ count: number }[]>`select count(*)::int as count from storage.objects`;
      expect(copied.size).toBe((objects?.count ?? 0) * 2);
      expect([...copied].filter(([path, bytes]) => bytes !== files.get(path))).toEqual([]);
      const photos = createTestClient(second.url, publishableKey).storage.from(PHOTOS);
      for (const [path, bytes] of before.photos) {
        const { data } = await photos.download(path);
        expect(Buffer.from(await (data ?? new Blob()).arrayBuffer()).equals(bytes)).toBe(true);
      }

      const client = createTestClient(second.url, publishableKey);
      const login = { email: "superadmin@parkering.example", password: "Super-7410" };
      expect((await client.auth.signInWithPassword(login)).error).toBeNull();
      const again = await client.from("parkings").insert({ ...parking, ref_number: "NY 001" });
      expect(again.error).toBeNull();
    },
    SEVERAL_PRODUCTS.timeout,
  );

  test.runIf(isWhole)(
    "that does not run is backed up as well, and is left as it was",
    async () => {
      const folder = temporaryFolder();
      const dataDir = join(folder, "data");
      const database = await startEmbedded({ dataDir, log });
      await prepareDatabase({ url: database.url, profile: "specified", seed: "demo", log });
      await database.stop();
      const file = join(folder, "backup.tar.gz");
      const places = { dataDir, databaseUrl: null, storageDir: join(dataDir, "storage") };
      expect(await backUp({ places, file, log })).toContain("and 0 photos");
      expect(findRunning(dataDir)).toBeNull();
      expect((await checkBackup(file)).migrations).toEqual(readMigrations().map(({ version }) => version));
      await expect(restore({ places, file, log })).rejects.toThrow(/holds a database already. Move the folder away/);
    },
    60_000,
  );
});

// Spec rules §6: An erasure is
test.runIf(isWhole)(
  "no backup has the list of what was erased, and a restore erases those rows again",
  async () => {
    const folder = temporaryFolder();
    const [source, target] = [await testDatabase("empty"), await testDatabase("bare")];
    const old = new Date(Date.now() - 800 * 86_400_000);
    await insertRow(source.sql, "main_page_sites", { path: "p1" });
    await source.sql`update private.settings set erases_from = now()`;
    await source.sql`update site_settings set keep_changed_at = null`;
    const id = await insertRow(source.sql, "plate_checks", { project_id: "p1", checked_at: old });
    const lost = { dataDir: join(folder, "lost"), databaseUrl: source.url, storageDir: join(folder, "storage") };
    const places = { dataDir: join(folder, "new"), databaseUrl: target.url, storageDir: join(folder, "restored") };
    const file = join(folder, "backup.tar.gz");
    const list = () =>
      withConnection(source.url, { name: "tests" }, (connection) =>
        writeErasedList(connection, erasedFolder(lost.dataDir)),
      );
    await source.sql`insert into private.erased_rows values ('checks', sha256('another'), now())`;
    await backUp({ places: lost, file, log });
    expect((await checkBackup(file)).tables.map(quoteTable)).not.toContain('"private"."erased_rows"');
    await eraseTonight({ databaseUrl: source.url, log }, { isDue: false });
    await list();
    expect(await source.sql`select from plate_checks where id = ${id}`).toHaveLength(0);
    const [month = ""] = readdirSync(erasedFolder(lost.dataDir));
    appendFileSync(join(erasedFolder(lost.dataDir), month), "nonsense\n");

    const nowhere = restore({ places, file, log }, { erased: join(folder, "nowhere") });
    await expect(nowhere).rejects.toThrow("nowhere does not exist.");
    const told = await restore({ places, file, log }, { erased: erasedFolder(lost.dataDir) });
    expect(told).toContain("Erased 1 rows again that were erased after the backup was made.");
    expect(told).toContain("Broken lines of the list of what was erased, which were left out: 1.");
    expect(await target.sql`select from plate_checks where id = ${id}`).toHaveLength(0);
    // The list belongs to this database from now on.
    expect(await target.sql`select from private.erased_rows`).toHaveLength(2);
  },
  60_000,
);

const parking = {
  car_model: "Škoda Öre",
  car_color: "blå",
  street: "Åkergränd 1",
  ref_number: "ÅÄÖ 123",
  start_time: "2026-11-21T08:00:00Z",
  end_time: "2026-11-21T10:00:00Z",
};

test("every kind of value comes back as it was, and a refused row is told", async () => {
  const { sql, database } = await testDatabase("bare");
  await sql.unsafe(`
    create table public.values_of_all_kinds (
      n int generated always as identity, t text, words text[], grid int[][], j jsonb, b bytea, f float8, d numeric,
      at timestamptz, day date, span interval, u uuid, "Å ""x"".y" text, low text generated always as (lower(t)) stored
    );
    create table public.nothing (n int);
    insert into public.values_of_all_kinds (t, words, grid, j, b, f, d, at, day, span, u, "Å ""x"".y") values
      (E'ÅÄÖ åäö 🚗\\t\\n\\r\\\\.\\\\N', array[null, '', 'NULL', '\\N', E'a\\\\b', '{"x"}'], '{{1,null},{3,4}}',
       '{"nyckel": [null, "\\u00e5", 1e400, {"": ""}]}', '\\x00ff0a5c09', 'NaN', 1e-30, 'infinity', '0044-03-15 BC', '-1 mon 2 days 03:04:05.678', gen_random_uuid(), ''),
      (null, null, '{}', 'null', '', '-0', 'NaN', '2026-11-21 12:00:00.123456+01', 'infinity', '178000000 years', null, null),
      ('', '{}', null, '"\\\\u0041"', null, 0.1::float8 + 0.2::float8, 123456789012345678901234567890.5, null, null, null, null, '\\.');
    insert into public.values_of_all_kinds (t) select repeat('rad ' || i || E'\\n', 400) from generate_series(1, 5000) i`);
  const tables = await listTables(database);
  const before = await readAll(database);
  const parts = new Map<Table, Uint8Array[]>();
  await inTransaction(database, async (transaction) => {
    for (const table of tables) {
      const chunks: Uint8Array[] = [];
      let count = 0;
      for await (const { chunk, rows } of copyOut(transaction, table)) {
        chunks.push(chunk);
        count += rows;
      }
      expect(count).toBe(before.get(quoteTable(table))?.length);
      parts.set(table, chunks);
    }
  });
  await sql`truncate public.values_of_all_kinds`;
  await inTransaction(database, async (transaction) => {
    for (const [table, chunks] of parts) await copyIn(transaction, table, streamOf(chunks));
  });
  expect(await readAll(database)).toEqual(before);

  await sql`create table public.small (n int check (n < 10))`;
  const small: Table = { schema: "public", name: "small", columns: ["n"] };
  for (const rows of ["11\n", "1\n2\n11\n", "ett\n"]) {
    const refused = inTransaction(database, (transaction) => copyIn(transaction, small, streamOf([Buffer.from(rows)])));
    await expect(refused).rejects.toMatchObject({ code: rows === "ett\n" ? "22P02" : "23514" });
  }
  expect(await sql`select 1 as works`).toEqual([{ works: 1 }]);
});

async function* streamOf(chunks: Uint8Array[]) {
  yield* chunks;
}

/** A server's backup of three photos, one of which is lost, and places that are empty. */
async function makeBackup(backup?: BackupKeys) {
  const server = await startTestServer({ from: "seeded" });
  cleanUps.push(() => server.stop());
  const images = server.client().storage.from(PHOTOS);
  for (const name of ["a.png", "b.png", "c.png"]) {
    expect((await images.upload(`vakt01/${name}`, await noisyPng(40), { contentType: "image/png" })).error).toBeNull();
  }
  const folder = temporaryFolder();
  const file = join(folder, "backup.tar.gz");
  const source = {
    dataDir: folder,
    databaseUrl: server.databaseUrl,
    storageDir: server.storageDir,
    ...(backup && { backup }),
  };
  const target = await testDatabase("bare");
  const empty = {
    dataDir: folder,
    databaseUrl: target.url,
    storageDir: join(folder, "storage"),
    ...(backup && { backup }),
  };
  const make = () => backUp({ places: source, file, log });
  return { server, folder, file, make, source, target, empty };
}

test.runIf(isWhole)(
  "on a database of one's own: rows and photos come back; a lost photo is named; names and places in use are refused",
  async () => {
    const { server, file, folder, make, source, target, empty } = await makeBackup(await encrypted());
    const [lost] = [...readFiles(server.storageDir).keys()].filter((path) => !path.endsWith(".json"));
    rmSync(join(server.storageDir, lost ?? ""));
    expect(await make()).toMatch(/ and 2 photos to .*\n {2}No file for the photo shift-images\/vakt01\/[abc]\.png/);
    await expect(make()).rejects.toThrow(/exists already. Choose another name/);
    await expect(restore({ places: source, file, log })).rejects.toThrow(/The database is not empty/);
    await expect(restore({ places: { ...empty, storageDir: server.storageDir }, file, log })).rejects.toThrow(
      /holds files already/,
    );
    expect(readdirSync(folder)).toEqual(["backup.tar.gz"]);

    expect(await restore({ places: empty, file, log })).toMatch(/^Restored .* and 2 photos/);
    const before = await readAll(server.database);
    // Written behind the snapshot.
    expect(before.get('"private"."last_backup"')).toHaveLength(1);
    expect(await readAll(target.database)).toEqual(before.set('"private"."last_backup"', []));
    expect(readFiles(empty.storageDir).size).toBe(4);
    await expect(prepareDatabase({ url: target.url, profile: "specified", seed: "demo", log })).resolves.toMatchObject({
      seeded: false,
      applied: [],
    });
  },
);

test("faults that a restore would refuse are told when the backup is made, and other schemas are named", async () => {
  const { sql, url } = await testDatabase("empty");
  const folder = temporaryFolder();
  const file = join(folder, "backup.tar.gz");
  const make = () =>
    backUp({ places: { dataDir: folder, databaseUrl: url, storageDir: join(folder, "none") }, file, log });
  for (const [add, name, remove] of [
    ["create table public.mine (n int)", "public.mine", "alter table public.mine set schema ours"],
    ["create table auth.one_time_tokens (id int)", "auth.one_time_tokens", "drop table auth.one_time_tokens"],
    ["create table public.parts (n int) partition by list (n)", "public.parts", "drop table public.parts"],
    ["alter table parkings add extra text", "public.parkings.extra", "alter table parkings drop extra"],
    ["create sequence storage.numbers", "storage.numbers", "drop sequence storage.numbers"],
  ] as const) {
    await sql.unsafe(`create schema if not exists ours; ${add}`);
    await expect(make()).rejects.toThrow(new RegExp(`did not make, and a restore would refuse them: ${name}\\. `));
    await sql.unsafe(remove);
  }
  expect(readdirSync(folder)).toEqual([]);
  expect(await make()).toContain("\n  Not in it, for this program did not make their schemas: ours.mine.");
  expect((await checkBackup(file)).tables.map(quoteTable)).not.toContain('"ours"."mine"');
});

const head = (of: object) => JSON.stringify({ program: "parkering", format: 1, ...of });

test("a restore says what it refuses before it reads a photo", async () => {
  const folder = temporaryFolder();
  const table = { schema: "public", name: "mine", columns: ["n"] };
  const contents = { migrations: [] as string[], tables: [] as Table[], sequences: [] };
  for (const [name, start, rows, message] of [
    ["table", head({ contents: { ...contents, tables: [table] } }), null, /does not make: public\.mine\./],
    ["migration", head({ contents: { ...contents, migrations: ["29990101000000"] } }), null, /newer version/],
    ["older", head({}), "tables/public.mine/000001", /does not make: public\.mine\./],
    ["left", head({}), "tables/auth.flow_state/000001", /photos\/x is no photo/],
  ] as const) {
    const file = join(folder, name);
    const archive = await createArchive(file);
    await archive.add("parkering-backup.json", Buffer.byteLength(start), [Buffer.from(start)]);
    if (rows !== null) await archive.add(rows, 2, [Buffer.from("1\n")]);
    await archive.add("photos/x", 1, [Buffer.from("x")]);
    await archive.finish();
    const places = { dataDir: join(folder, "new"), databaseUrl: null, storageDir: join(folder, "new", "storage") };
    await expect(restore({ places, file, log })).rejects.toThrow(message);
    expect(existsSync(places.dataDir)).toBe(false);
  }
});

describe("nothing changes", () => {
  test.runIf(isWhole)("when the file is cut off, altered, of a newer version or something else", async () => {
    const { folder, file, make, target, empty } = await makeBackup();
    await make();
    const whole = readFileSync(file);
    const tar = gunzipSync(whole);
    // The trail holds it too, and stands before.
    const inside = tar.lastIndexOf("Östra hamnen");
    expect(inside).toBeGreaterThan(0);
    const flipped = Buffer.from(whole);
    flipped[whole.length >> 1] = (flipped[whole.length >> 1] ?? 0) ^ 1;
    const swapped = Buffer.from(tar);
    swapped.write("Västra hamn", inside);
    const altered = (change: (manifest: Manifest) => void) => rewrite(file, join(folder, "other"), change);
    const bad: [string, Buffer, RegExp][] = [
      ["empty", Buffer.alloc(0), /cannot be read as a backup|is cut off/],
      ["text", Buffer.from("hej"), /cannot be read as a backup/],
      ["another archive", gzipSync(Buffer.alloc(1024)), /is cut off|not a backup/],
      ...[0.01, 0.5, 0.99].map((part): [string, Buffer, RegExp] => [
        `cut at ${part}`,
        whole.subarray(0, whole.length * part),
        /cut off or damaged|cannot be read/,
      ]),
      ["cut by a byte", whole.subarray(0, -1), /cut off or damaged/],
      ["without its end", gzipSync(tar.subarray(0, tar.indexOf(MANIFEST))), /cut off/],
      ["with bytes behind its end", Buffer.concat([whole, Buffer.from("mer")]), /goes on behind its end|damaged/],
      ["with zeros behind its end", Buffer.concat([whole, Buffer.alloc(512)]), /goes on behind its end/],
      ["with an empty .gz behind its end", Buffer.concat([whole, gzipSync("")]), /goes on behind its end/],
      [
        "with zeros in a .gz behind its end",
        Buffer.concat([whole, gzipSync(Buffer.alloc(512))]),
        /goes on behind its end/,
      ],
      ["with another file behind its end", Buffer.concat([whole, whole]), /damaged/],
      ["a flipped bit", flipped, /cut off or damaged|altered/],
      ["another word", gzipSync(swapped), /altered: the table public\.main_page_sites do not match/],
      ["a newer migration", await altered((manifest) => manifest.migrations.push("29990101000000")), /newer version/],
      ["a row less", await altered(({ tables }) => tables.pop()), /altered/],
    ];
    for (const [what, bytes, message] of bad) {
      const other = join(folder, `bad.tar.gz`);
      writeFileSync(other, bytes);
      const outcome = await restore({ places: empty, file: other, log }).catch((error: Error) => error.message);
      expect(`${what}: ${outcome}`).toMatch(message);
    }
    expect(await listTables(target.database)).toEqual([]);
    expect(existsSync(empty.storageDir)).toBe(false);
  });

  test.runIf(isWhole)(
    "when the data folder is in use; and a backup that is stopped leaves no file",
    async () => {
      const { server, folder, file, make, source } = await makeBackup();
      await make();
      const dataDir = join(folder, "data");
      const running = await startEmbedded({ dataDir, log });
      cleanUps.push(() => running.stop());
      const places = { dataDir, databaseUrl: null, storageDir: join(dataDir, "storage") };
      await expect(restore({ places, file, log })).rejects.toThrow(/works on the data folder/);
      const nowhere = { ...places, dataDir: join(folder, "nowhere") };
      await expect(backUp({ places: nowhere, file: join(folder, "x"), log })).rejects.toThrow(/holds no database/);
      await expect(backUp({ places, file: join(folder, "x"), log })).rejects.toThrow(/Start the server once/);
      // More than the buffers of the socket hold: PostgreSQL is in the middle of a COPY when the backup ends.
      await server.sql`
      insert into public.web_activity_logs (user_id, user_type, action, additional_data)
      select n::text, 'x', 'x', jsonb_build_object('text', repeat('å', 400)) from generate_series(1, 40000) n`;
      const signal = signalAfter(40);
      await expect(backUp({ places: source, file: join(folder, "x"), log, signal })).rejects.toThrow("stopped");
      expect(readdirSync(folder).toSorted()).toEqual(["backup.tar.gz", "data"]);
      const sessions = () => server.sql`select from pg_stat_activity where application_name = 'parkering-backup'`;
      await vi.waitUntil(async () => (await sessions()).length === 0, PATIENCE);
    },
    60_000,
  );
});

describe("half a restore", () => {
  test.runIf(isWhole)(
    "of a data folder leaves nothing, of a database a mark that no server starts on",
    async () => {
      const { folder, file, make, target, empty } = await makeBackup();
      await make();
      const signal = AbortSignal.abort(new Error("stopped"));
      const dataDir = join(folder, "data");
      const places = { dataDir, databaseUrl: null, storageDir: join(dataDir, "storage") };
      await expect(restore({ places, file, log, signal })).rejects.toThrow("stopped");
      expect(readdirSync(dataDir)).toEqual([]);

      await expect(restore({ places: empty, file, log, signal })).rejects.toThrow("stopped");
      const prepare = prepareDatabase({ url: target.url, profile: "specified", seed: "demo", log });
      await expect(prepare).rejects.toThrow(/did not finish/);
      expect(await target.sql`select from public.parkings`).toHaveLength(0);
    },
    60_000,
  );

  test("does not stop an older backup: its migrations, its rows, then the newer migrations", async () => {
    const source = await testDatabase("bare");
    const sql = connect(source.url);
    const [migrations, last] = [readMigrations(), "20261121091200"];
    expect(migrations.at(-1)?.version).not.toBe(last);
    await withConnection(source.url, { name: "test" }, async (connection) => {
      await transact(connection, () => ensureHostedLayout(connection));
      await applyThese(connection, log, readEarlierMigrations(), (version) => version <= last);
    });
    await sql`insert into public.parkings ${sql(parking)}`;
    const folder = temporaryFolder();
    const file = join(folder, "old.tar.gz");
    mkdirSync(join(folder, "storage"));
    await backUp({ places: { dataDir: folder, databaseUrl: source.url, storageDir: join(folder, "none") }, file, log });

    const target = await testDatabase("bare");
    const places = { dataDir: folder, databaseUrl: target.url, storageDir: join(folder, "storage") };
    await restore({ places, file, log });
    expect(await target.sql`select ref_number, car_color from public.parkings`).toEqual([
      { ref_number: "ÅÄÖ 123", car_color: "blå" },
    ]);
    const applied = await target.sql`select version from supabase_migrations.schema_migrations order by version`;
    expect(applied.map(({ version }) => String(version))).toEqual(migrations.map(({ version }) => version));
  });
});

/** A signal that is given when it has been asked for `count` times. */
function signalAfter(count: number): AbortSignal {
  const { signal } = new AbortController();
  let asked = 0;
  signal.throwIfAborted = () => {
    asked += 1;
    if (asked > count) throw new Error("stopped");
  };
  return signal;
}

/** The backup with another manifest. */
async function rewrite(file: string, other: string, change: (manifest: Manifest) => void): Promise<Buffer> {
  const archive = await createArchive(other);
  for await (const entry of readEntries(file)) {
    let body = await buffer(entry.body);
    if (entry.name === MANIFEST) {
      const manifest = JSON.parse(body.toString()) as Manifest;
      change(manifest);
      body = Buffer.from(JSON.stringify(manifest));
    }
    await archive.add(entry.name, body.length, [body]);
  }
  await archive.finish();
  const bytes = readFileSync(other);
  rmSync(other);
  return bytes;
}
