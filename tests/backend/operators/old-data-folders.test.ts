// Data folders that earlier programs made themselves, with what their sign-in library left in them: opened today, backed up, looked at,
// restored and moved to another PostgreSQL, with every row and photo.
// Runs in `npm run test:all` alone, minutes long: tests/backend/database/upgrades.test.ts upgrades and restores such databases in `npm test`.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { generateX25519Identity, identityToRecipient } from "age-encryption";
import { pino } from "pino";
import { raw } from "sql-template-tag";
import { afterEach, describe, expect, test } from "vitest";
import { SECURITY_PROFILES, type SecurityProfile } from "#contract/states.ts";
import { type Table, listAllTables, listTables, quoteTable, isLeftover } from "#server/backup/catalog.ts";
import { leftoverFolder, removeLeftoverTables } from "#server/backup/leftover-tables.ts";
import { findBinaries } from "#server/database/embedded/binaries.ts";
import type { Database } from "#server/database/driver/connect.ts";
import { readMigrations } from "#server/database/migrations/project-files.ts";
import { createTestDatabase } from "#tests/support/database/database.ts";
import {
  BEFORE_BASELINE,
  OLD_FOLDERS,
  onFolder,
  placeAfterUpgrade,
  readRows,
  unpackOldFolder,
} from "#tests/support/database/old-data-folder.ts";
import { DEBIAN_15, isDebian15There } from "#tests/support/database/other-postgres.ts";
import { SEVERAL_PRODUCTS } from "#tests/support/run/patience.ts";
import { program, startServerProcess } from "#tests/support/server/server-process.ts";
import { isWhole } from "#tests/support/run/whole.ts";

/** The accounts of an old folder, of which two stand for what older programs wrote: who signed up, logged in, renewed, and gave a wrong password. */
const LEFT = ["auth.audit_log_entries", "auth.flow_state"];
/** Written behind the snapshot. */
const NOT_IN_BACKUP = '"private"."last_backup"';

const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp();
});

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "parkering-old-"));
  cleanUps.push(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

async function unpack([commit, profile]: readonly [commit: string, profile: SecurityProfile]): Promise<string> {
  const { dataDir, remove } = await unpackOldFolder(commit, profile);
  cleanUps.push(remove);
  return dataDir;
}

/** The command as the operator runs it; what it wrote. It must succeed. */
async function run(command: string, given: readonly string[], settings: Record<string, string>): Promise<string> {
  const { PATH = "", HOME = "/tmp" } = process.env;
  const child = spawn(process.execPath, [...program(command), ...given], { env: { PATH, HOME, ...settings } });
  const [output, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
  expect({ command, given, code, errors }).toEqual({ command, given, code: 0, errors: "" });
  return output;
}

/** Keys of an encrypted backup, which has the server's secrets too. */
async function keys() {
  const identity = await generateX25519Identity();
  const BACKUP_IDENTITY_FILE = join(temporaryFolder(), "identity.txt");
  writeFileSync(BACKUP_IDENTITY_FILE, identity);
  return { BACKUP_RECIPIENTS: await identityToRecipient(identity), BACKUP_IDENTITY_FILE };
}

const named = ({ schema, name }: Table) => `${schema}.${name}`;

/** Names and columns of all tables but those of the realtime gateway, which it makes when it starts. */
async function tablesOf(database: Database): Promise<Record<string, string[]>> {
  const tables = (await listAllTables(database)).filter(({ schema }) => schema !== "realtime");
  return Object.fromEntries(tables.map((table) => [named(table), table.columns.toSorted()]));
}

async function freshTables() {
  const fresh = await createTestDatabase({ from: "empty" });
  const tables = await tablesOf(fresh.database);
  await fresh.drop();
  // The server makes it at the first start.
  return { ...tables, "private.server_secrets": ["name", "value"] };
}

/** Photos by their path in the storage folder. */
function readPhotos(dataDir: string): Map<string, string> {
  const folder = join(dataDir, "storage");
  const entries = readdirSync(folder, { recursive: true, encoding: "utf8" });
  const files = entries.filter((name) => statSync(join(folder, name)).isFile());
  return new Map(files.toSorted().map((name) => [name, readFileSync(join(folder, name), "base64")]));
}

type State = { tables: Table[]; rows: Map<string, string[]>; photos: Map<string, string> };

const readState = (dataDir: string, postgresBin?: string): Promise<State> =>
  onFolder(
    dataDir,
    async (database) => {
      const tables = await listTables(database);
      return { tables, rows: await readRows(database, tables), photos: readPhotos(dataDir) };
    },
    postgresBin,
  );

type Backup = { file: string; settings: Record<string, string> };

/** Backs the folder up, and looks at the backup, which restores it and compares. */
async function backUp(dataDir: string): Promise<Backup> {
  const [file, settings] = [join(temporaryFolder(), "backup"), await keys()];
  expect(await run("backup", [file], { DATA_DIR: dataDir, ...settings })).toMatch(/^Backed up .* photos to /);
  expect(await run("backup", ["--verify", file], settings)).toContain("All rows and photos are as in the backup.");
  return { file, settings };
}

/** Restores the backup into an empty folder, and gives that. */
async function restore({ file, settings }: Backup): Promise<string> {
  const copy = join(temporaryFolder(), "copy");
  expect(await run("restore", [file], { DATA_DIR: copy, ...settings })).toMatch(/^Restored /);
  return copy;
}

/** Moves the folder to Debian's PostgreSQL, where there is one. */
async function upgrade(dataDir: string): Promise<string | undefined> {
  const postgresBin = isDebian15There ? DEBIAN_15 : undefined;
  const { postgres } = await findBinaries(null);
  const told = await run("upgrade-database", [dirname(postgres)], {
    DATA_DIR: dataDir,
    ...(postgresBin && { POSTGRES_BIN: postgresBin }),
  });
  expect(told).toMatch(postgresBin ? /^Moved \d+ tables .* to 15\.\d+; every row is as it was/ : /already\.$/m);
  return postgresBin;
}

/** Addresses that are made of IDs: IDs are compared in small letters since 20261122230100_people.sql. */
const ADDRESS = /[\w.-]+@[\w-]+\.konto\.parkering\.example/g;
const inSmallLetters = (address: string): string =>
  address.replaceAll(/_(4[1-9a-f]|5[0-9a])/g, (_all, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)).toLowerCase(),
  );

/** Migrations say what a bucket takes and who may write a table, and the history becomes the baseline's. */
const isOwn = (table: Table) =>
  !["storage.buckets", "private.table_grants"].includes(named(table)) && table.schema !== "supabase_migrations";

/** Rows of `before` that are not in the tables now, by what they were then. */
async function missingRows(dataDir: string, before: State, postgresBin?: string): Promise<string[]> {
  const tables = before.tables.filter((table) => !isLeftover(table) && isOwn(table));
  const rows = await onFolder(dataDir, (database) => readRows(database, tables, placeAfterUpgrade), postgresBin);
  return tables.flatMap((table) => {
    const there = new Set(rows.get(quoteTable(table)));
    const then = (before.rows.get(quoteTable(table)) ?? []).map((row) => row.replaceAll(ADDRESS, inSmallLetters));
    return then.filter((row) => !there.has(row)).map((row) => named(table) + row);
  });
}

/** The same rows of every table, and the same photos. */
function expectSame(found: State, wanted: State): void {
  const rowsOf = ({ rows }: State) => [...rows].filter(([name]) => name !== NOT_IN_BACKUP);
  expect(rowsOf(found)).toEqual(rowsOf(wanted));
  expect(found.photos).toEqual(wanted.photos);
}

/** Logins end with a restore. */
const LOGINS = ["auth.sessions", "auth.refresh_tokens", "auth.mfa_amr_claims"];
const isLogin = (row: string) => LOGINS.some((name) => row.startsWith(name));
const withoutLogins = ({ rows, ...state }: State): State => ({
  ...state,
  rows: new Map([...rows].map(([name, found]) => [name, isLogin(name.replaceAll('"', "")) ? [] : found])),
});

/** Starts the server on the folder once, and stops it. */
async function openOnce(dataDir: string, profile: string): Promise<void> {
  const server = await startServerProcess({ DATA_DIR: dataDir, SECURITY_PROFILE: profile });
  server.child.kill("SIGTERM");
  expect(await server.exited).toBe(0);
}

const asked = OLD_FOLDERS.filter((_folder, at) => isWhole || at === 0);

describe.each(asked)("a data folder of %s in the profile %s", (commit, profile) => {
  test("is opened, backed up, looked at, restored and moved: every row and photo", SEVERAL_PRODUCTS, async () => {
    const dataDir = await unpack([commit, profile]);
    const before = await readState(dataDir);
    expect(before.tables.map(named).filter((name) => LEFT.includes(name))).toEqual(LEFT);
    expect(before.photos.size).toBe(4);
    await openOnce(dataDir, profile);

    expect(await missingRows(dataDir, before)).toEqual([]);
    expect(Object.fromEntries([...readPhotos(dataDir)].filter(([name]) => before.photos.has(name)))).toEqual(
      Object.fromEntries(before.photos),
    );
    expect(await onFolder(dataDir, tablesOf)).toEqual(await freshTables());
    // Nothing was ever written to the other table.
    const [kept = "", ...others] = readdirSync(leftoverFolder(dataDir));
    expect([kept.slice(0, 22), others]).toEqual(["auth.audit_log_entries", []]);
    const [header, ...lines] = readFileSync(join(leftoverFolder(dataDir), kept), "utf8")
      .trimEnd()
      .split("\n");
    expect(header).toBe("id\tpayload\tcreated_at\tip_address");
    expect(lines.length).toBe(before.rows.get('"auth"."audit_log_entries"')?.length);
    expect(lines.length).toBeGreaterThan(2);

    const backup = await backUp(dataDir);
    if (!isWhole) return;
    const opened = await readState(dataDir);
    expectSame(await readState(await restore(backup)), withoutLogins(opened));
    const postgresBin = await upgrade(dataDir);
    expectSame(await readState(dataDir, postgresBin), opened);
  });

  test.runIf(isWhole)(
    "goes the same ways before today's program has opened it, its library's rows too",
    SEVERAL_PRODUCTS,
    async () => {
      const dataDir = await unpack([commit, profile]);
      const before = await readState(dataDir);
      const copy = await restore(await backUp(dataDir));
      const left = '"auth"."audit_log_entries"';
      const restored = await readState(copy);
      expect(restored.rows.get(left)).toEqual(before.rows.get(left));
      expect((await missingRows(copy, before)).filter((row) => !isLogin(row))).toEqual([]);
      expect(restored.photos).toEqual(before.photos);
      await openOnce(copy, profile);
      expect(await onFolder(copy, tablesOf)).toEqual(await freshTables());
      expect(readdirSync(leftoverFolder(copy))).toHaveLength(1);

      const postgresBin = await upgrade(dataDir);
      expect(await missingRows(dataDir, before, postgresBin)).toEqual([]);
      expect(readPhotos(dataDir)).toEqual(before.photos);
    },
  );
});

test("a hosted project keeps its own tables of the same names", async () => {
  const database = await createTestDatabase({ from: "empty" });
  cleanUps.push(() => database.drop());
  const { sql } = database;
  await sql.unsafe(`
    create table auth.schema_migrations (version text);
    create table auth.audit_log_entries (id uuid); insert into auth.audit_log_entries values (gen_random_uuid());
    create table auth.flow_state (id uuid)`);
  const there = () =>
    sql`select to_regclass('auth.audit_log_entries') is not null as log, to_regclass('auth.flow_state') is not null as flow`;
  const dataDir = temporaryFolder();
  const takeOut = () => removeLeftoverTables({ url: database.url, dataDir, log: pino({ level: "silent" }) });
  await takeOut();
  expect(await there()).toEqual([{ log: true, flow: true }]);
  expect(existsSync(leftoverFolder(dataDir))).toBe(false);
  // The same tables where nobody else's sign-in service is.
  await sql`drop table auth.schema_migrations`;
  await takeOut();
  expect(await there()).toEqual([{ log: false, flow: false }]);
  expect(readdirSync(leftoverFolder(dataDir))).toHaveLength(1);
});

test("rows of an old table that cannot be written to the data folder stay in the database", async () => {
  const database = await createTestDatabase({ from: "empty" });
  cleanUps.push(() => database.drop());
  await database.sql`create table auth.flow_state (id uuid)`;
  await database.sql`insert into auth.flow_state values (gen_random_uuid())`;
  const dataDir = join(temporaryFolder(), "file");
  writeFileSync(dataDir, "");
  await removeLeftoverTables({ url: database.url, dataDir, log: pino({ level: "silent" }) });
  expect(await database.sql`select from auth.flow_state`).toHaveLength(1);
});

test.runIf(isWhole).each(SECURITY_PROFILES)(
  "a data folder of the last program before the baseline, in %s, is adopted, and so is its backup: every row and photo",
  SEVERAL_PRODUCTS,
  async (profile) => {
    const dataDir = await unpack([BEFORE_BASELINE, profile]);
    const before = await readState(dataDir);
    const expectAdopted = async (folder: string, gone = (_row: string) => false) => {
      await openOnce(folder, profile);
      expect((await missingRows(folder, before)).filter((row) => !gone(row))).toEqual([]);
      expect(readPhotos(folder)).toEqual(before.photos);
      expect(await onFolder(folder, tablesOf)).toEqual(await freshTables());
      const versions = await onFolder(folder, async (database) => {
        const { rows } = await database.query<{ version: string }>(
          raw("select version from supabase_migrations.schema_migrations order by 1"),
        );
        return rows.map(({ version }) => version);
      });
      expect(versions).toEqual(readMigrations().map(({ version }) => version));
    };

    // The backup is of what the old program left.
    const copy = await restore(await backUp(dataDir));
    await expectAdopted(copy, isLogin);
    await expectAdopted(dataDir);
    const postgresBin = await upgrade(dataDir);
    expect(await missingRows(dataDir, before, postgresBin)).toEqual([]);
  },
);
