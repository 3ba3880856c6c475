// Databases that were begun with the migrations of earlier commits: brought to today they are as a new one, and so are their backups.
// `npm test` takes the oldest beginning and the newest: the oldest database goes the whole way of migrations that never change.
import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Client } from "pg";
import { pino } from "pino";
import sql, { raw } from "sql-template-tag";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { SecurityProfile } from "#contract/states.ts";
import { backUp } from "#server/backup/back-up.ts";
import { restore } from "#server/backup/restore.ts";
import { ensureHostedLayout } from "#server/database/hosted-layout.ts";
import { readEarlierMigrations, readMigrations, projectFolder } from "#server/database/migrations/project-files.ts";
import { PREPARE_LOCK, transact, withConnection } from "#server/database/driver/one-connection.ts";
import { prepareDatabase } from "#server/database/prepare.ts";
import { splitStatements } from "#server/database/migrations/sql-statements.ts";
import { ensureBuiltInAccounts } from "#server/identities/set-up.ts";
import { createTestDatabase } from "#tests/support/database/database.ts";
import { placeAfterUpgrade } from "#tests/support/database/old-data-folder.ts";
import { readShape } from "#tests/support/database/shape.ts";
import { PATIENCE } from "#tests/support/run/patience.ts";
import { startPgBouncer, whyNoPgBouncer } from "#tests/support/database/pgbouncer.ts";
import { isWhole } from "#tests/support/run/whole.ts";

const log = pino({ level: "silent" });
const cleanUps: (() => unknown)[] = [];
afterAll(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp();
});

/** How far the migrations had come at a commit, and the fixture with its seed (tests/fixtures/migrations). */
const COMMITS = {
  "778b3ff": { until: "20261121091200", seed: "778b3ff" },
  "5cf1cba": { until: "20261121091200", seed: "778b3ff" },
  cdc36a2: { until: "20261121100300", seed: "778b3ff" },
  b9ea596: { until: "20261121100300", seed: "b9ea596" },
  "935df21": { until: "20261121101100", seed: "b9ea596" },
  cb94863: { until: "20261121101400", seed: "b9ea596" },
} as const;
type Commit = keyof typeof COMMITS;

/** The profile `hardened` can be chosen since b9ea596. */
const BEGINNINGS: readonly [commit: Commit, profile: SecurityProfile][] = [
  ["778b3ff", "specified"],
  ["5cf1cba", "specified"],
  ["cdc36a2", "specified"],
  ["b9ea596", "hardened"],
  ["935df21", "specified"],
  ["935df21", "hardened"],
  ["cb94863", "specified"],
  ["cb94863", "hardened"],
];

/** Rows that were taken once and are refused now; the later ones were refused from the start of some databases. */
const OLD_ROWS = [
  "insert into public.contact_messages (name, subject, email, message) values (E'\\n', E'\\t', 'a@example.com', 'Hej')",
  "insert into public.parkings (car_model, car_color, street, ref_number, start_time, end_time) values (E'\\n', 'röd', rpad('Gatan', 210), 'ABC 123', now(), now())",
  "insert into public.units (unit_number) values (rpad('XX-1', 60))",
  "insert into public.web_activity_logs (user_id, user_type, action, created_at) values ('x', 'x', 'x', '-infinity')",
  "insert into public.shift_registrations (attendant_user_id, start_time, end_time, description, image_urls) values ('vakt01', now(), 'infinity', 'Natt', '{{a},{b}}')",
];

/** Rows of taxi and real estate that stay, beside the bids of the seed: a held car, and bids that today's rules would not take. */
const KEPT_ROWS = [
  "insert into public.vehicle_registrations (project_id, chauffeur_id, item_3, created_at) values ('157715', 'forare-1', true, now() - interval '3 hours')",
  "insert into public.vehicle_registrations (project_id, chauffeur_id, item_6, created_at) values ('157715', 'forare-2', true, now() - interval '40 hours')",
  `insert into public.property_bids (property_id, bidder_name, amount, created_at)
    select p.id, 'Bidder 7', n, now() - n * interval '1 hour' from public.properties p, generate_series(1, 3) n where p.status = 'available'`,
];

const open = <T>(url: string, work: (connection: Client) => Promise<T>) => withConnection(url, { name: "test" }, work);

async function makeDatabase(options: Parameters<typeof createTestDatabase>[0]): Promise<string> {
  const database = await createTestDatabase(options);
  cleanUps.push(() => database.drop());
  return database.url;
}

const bareDatabase = () => makeDatabase({ from: "bare" });

const fixtures = join(projectFolder(), "tests", "fixtures", "migrations");

/** The migrations of a commit: as they landed, but for those that were edited in place since. */
function migrationsAt(commit: Commit) {
  const folder = join(fixtures, commit);
  const own = new Map((existsSync(folder) ? readMigrations(folder) : []).map((each) => [each.version, each]));
  const landed = readEarlierMigrations().filter(({ version }) => version <= COMMITS[commit].until);
  return landed.map((each) => own.get(each.version) ?? each);
}

/** A database as the program of that commit made it, with its seed, the rows that only it took, and no checksums. */
async function beginAt(commit: Commit, profile: SecurityProfile): Promise<string> {
  const url = await bareDatabase();
  await open(url, async (connection) => {
    await transact(connection, () => ensureHostedLayout(connection));
    await connection.query(`
      create schema supabase_migrations;
      create table supabase_migrations.schema_migrations (version text not null primary key, statements text[], name text)`);
    for (const { version, name, sql: text } of migrationsAt(commit)) {
      await connection.query(text);
      await connection.query(sql`
        insert into supabase_migrations.schema_migrations (version, name, statements)
        values (${version}, ${name}, ${splitStatements(text)})`);
    }
    await connection.query(sql`update private.settings set security_profile = ${profile}`);
    await fill(connection, COMMITS[commit].seed, profile);
  });
  return url;
}

async function fill(connection: Client, seed: string, profile: SecurityProfile): Promise<void> {
  const demo = join(fixtures, `seed-demo-of-${seed}.sql`);
  await connection.query(readFileSync(join(fixtures, `seed-of-${seed}.sql`), "utf8"));
  if (profile === "specified" && existsSync(demo)) await connection.query(readFileSync(demo, "utf8"));
  if (profile === "hardened") await ensureBuiltInAccounts(connection);
  for (const row of KEPT_ROWS) await connection.query(row);
  for (const row of OLD_ROWS) {
    await connection.query(row).catch((error: { code?: string }) => {
      if (error.code !== "23514") throw error;
    });
  }
}

/** Every row of the product's tables, without columns that came later. */
const readRows = (url: string, columnsOf?: Map<string, string[]>) =>
  open(url, async (connection) => {
    const columns = columnsOf ?? (await readColumns(connection));
    const tables: Record<string, string[]> = {};
    for (const [table, names] of columns) {
      // Buckets are the product's own: later ones come with the upgrade.
      const kept = table === "storage.buckets" ? "where id = 'shift-images'" : "";
      const { rows } = await connection.query<{ row: string }>(
        raw(
          `select row(${names.map((name) => `"${name}"`).join(", ")})::text as row from ${columnsOf === undefined ? table : placeAfterUpgrade(table)} ${kept} order by 1`,
        ),
      );
      tables[table] = rows.map(({ row }) => row);
    }
    return { columns, tables };
  });

async function readColumns(connection: Client): Promise<Map<string, string[]>> {
  const { rows } = await connection.query<{ table: string; columns: string[] }>(sql`
    select table_schema || '.' || table_name as table, array_agg(column_name::text order by ordinal_position) as columns
    from information_schema.columns
    -- What is computed may be computed otherwise, and what a bucket takes is said by migrations (20261213000000_photos_made_anew.sql).
    where table_schema in ('public', 'auth', 'storage') and is_generated = 'NEVER' and column_name <> 'allowed_mime_types'
    group by 1 order by 1`);
  return new Map(rows.map(({ table, columns }) => [table, columns]));
}

const freshShapes = new Map<SecurityProfile, ReturnType<typeof readShape>>();

/** The shape of a database that began with today's migrations; read once. */
function freshShape(profile: SecurityProfile) {
  const known = freshShapes.get(profile) ?? readFreshShape(profile);
  freshShapes.set(profile, known);
  return known;
}

async function readFreshShape(profile: SecurityProfile) {
  const fresh = await createTestDatabase({ from: "empty" });
  cleanUps.push(() => fresh.drop());
  await open(fresh.url, (connection) =>
    connection.query(sql`update private.settings set security_profile = ${profile}`),
  );
  return readShape(fresh.url);
}

type Backup = { folder: string; file: string };

async function backUpDatabase(url: string): Promise<Backup> {
  const folder = mkdtempSync(join(tmpdir(), "parkering-upgrades-"));
  cleanUps.push(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, "backup.tar.gz");
  await backUp({ places: { dataDir: folder, databaseUrl: url, storageDir: join(folder, "none") }, file, log });
  return { folder, file };
}

/** Restores the backup into another database. */
async function restoreDatabase({ folder, file }: Backup): Promise<string> {
  const copy = await bareDatabase();
  const places = { dataDir: folder, databaseUrl: copy, storageDir: join(folder, "storage") };
  await restore({ places, file, log });
  return copy;
}

const refusal = (url: string, statement: string) =>
  open(url, (connection) =>
    connection.query(statement).then(
      () => "taken",
      ({ code }: { code?: string }) => code,
    ),
  );

/** Sets the status of an old unit with a number of at most 50 signs, and says whether its history begins with what it had; nothing stays of it. */
const historyOfPress = (url: string) =>
  open(url, async (connection) => {
    await connection.query("begin");
    const { rows } = await connection.query<{ id: string }>(
      "select id from public.units where length(unit_number) <= 50 order by id limit 1",
    );
    await connection.query(sql`update public.units set status = 'BUSY' where id = ${rows[0]?.id} and status <> 'BUSY'`);
    await connection.query(sql`update public.units set status = 'Radiobil' where id = ${rows[0]?.id}`);
    const history = await connection.query(sql`
      select e.from_status = 'BUSY' and e.since_before <= e.at and e.cause = 'edit' as is_begun, u.crew
      from public.unit_status_events e join public.units u on u.id = e.unit_id
      where e.unit_id = ${rows[0]?.id} and e.to_status = 'Radiobil'`);
    await connection.query("rollback");
    return history.rows;
  });

/** Bids and properties that are not as document 2 has them, sales of before that stand, and bidders that nobody was. */
const bidsAsBefore = (url: string) =>
  open(url, async (connection) => {
    const { rows } = await connection.query(sql`
      select (select count(*)::int from public.property_bids b where b.visibility <> 'public' or b.bidder_id is not null or b.source <> 'web'
          or b.has_conditions or b.withdrawn_at is not null) as bids,
        (select count(*)::int from public.properties p where p.bid_mode <> 'open' or p.higher_only or p.contract_step or p.contract_pending
          or p.hidden_bids or p.bid_release <> 'at_once' or p.assignment_ended_on is not null) as rules,
        (select count(*)::int from public.properties p join public.property_bids b on b.id = p.accepted_bid_id where p.status = 'sold' and b.accepted) as sold,
        (select count(*)::int from public.bidders) as bidders`);
    return rows;
  });

/** Gives one held car back and accepts an old bid, by the calls of document 2; nothing stays of it. */
const carAndBidGoOn = (url: string) =>
  open(url, async (connection) => {
    await connection.query("begin");
    await connection.query("delete from public.vehicle_registrations where chauffeur_id = 'forare-1'");
    const { rows: bids } = await connection.query<{ id: string; property_id: string }>(sql`
      select b.id, b.property_id from public.property_bids b join public.properties p on p.id = b.property_id
      where p.status = 'available' order by b.amount desc limit 1`);
    await connection.query(sql`update public.property_bids set accepted = true where id = ${bids[0]?.id}`);
    const { rows } = await connection.query(sql`
      select (select string_agg(slot || ' ' || coalesce(ended_by, 'null'), ', ' order by slot) from public.vehicle_turns) as turns,
        (select p.status from public.properties p where p.id = ${bids[0]?.property_id} and p.accepted_bid_id = ${bids[0]?.id}) as sold,
        exists (select from public.sale_events e where e.bid_id = ${bids[0]?.id} and e.kind = 'accepted') as is_told`);
    await connection.query("rollback");
    return rows;
  });

/**
 * Migrations that landed never change: the way of the oldest database goes past all later beginnings, and the newest one begins with
 * what was mended before it. `npm run test:all` goes all ways.
 */
const asked = BEGINNINGS.filter((_beginning, at) => isWhole || at === 0 || at === BEGINNINGS.length - 1);

describe.each(asked)("a database that was begun at %s in the profile %s", (commit, profile) => {
  const options = { profile, seed: "demo", log } as const;
  let url: string;
  let before: Awaited<ReturnType<typeof readRows>>;
  let backup: Backup;
  beforeAll(async () => {
    url = await beginAt(commit, profile);
    before = await readRows(url);
    backup = await backUpDatabase(url);
  });

  it("is as a new one after the upgrade, keeps its rows, and so does its backup", async () => {
    const { applied, seeded } = await prepareDatabase({ ...options, url });
    expect(applied).toContain("20261122090000");
    expect(seeded).toBe(false);
    const fresh = await freshShape(profile);
    expect(await readShape(url)).toEqual(fresh);
    expect((await readRows(url, before.columns)).tables).toEqual(before.tables);
    for (const row of OLD_ROWS) expect(await refusal(url, row)).toBe("23514");
    // A unit has its status since its last change, as far as anybody knows.
    const times = await open(url, (connection) =>
      connection.query(
        sql`select distinct status_since = updated_at and checked_at is null as is_kept from public.units`,
      ),
    );
    expect(times.rows).toEqual([{ is_kept: true }]);
    expect(await historyOfPress(url)).toEqual([{ is_begun: true, crew: "" }]);
    // Who had a car has had it in a turn since then, and the register has the six cars.
    const turns = await open(url, (connection) =>
      connection.query(sql`
        select (select count(*)::int from public.vehicles where project_id = '157715' and state = 'in_service') as cars,
          (select count(*)::int from public.vehicle_registrations) as registrations,
          (select count(*)::int from public.vehicle_turns t join public.vehicle_registrations r using (project_id, chauffeur_id)
            where t.ended_at is null and t.taken_at = r.created_at and t.slot = private.slot_of(r)) as turns`),
    );
    expect(turns.rows[0]).toMatchObject({ cars: 6, registrations: 2, turns: 2 });
    expect(await bidsAsBefore(url)).toEqual([{ bids: 0, rules: 0, sold: 2, bidders: 0 }]);
    expect(await carAndBidGoOn(url)).toEqual([{ turns: "3 chauffeur, 6 null", sold: "sold", is_told: true }]);
    expect((await prepareDatabase({ ...options, url })).applied).toEqual([]);

    const copy = await restoreDatabase(await backUpDatabase(url));
    expect(await readShape(copy)).toEqual(fresh);
    expect((await readRows(copy, before.columns)).tables).toEqual(before.tables);
    expect((await prepareDatabase({ ...options, url: copy })).applied).toEqual([]);
  });

  it("comes back from a backup that was made before the upgrade, as a new one with its rows", async () => {
    const copy = await restoreDatabase(backup);
    expect(await readShape(copy)).toEqual(await freshShape(profile));
    expect((await readRows(copy, before.columns)).tables).toEqual(before.tables);
    expect((await prepareDatabase({ ...options, url: copy })).applied).toEqual([]);
  });
});

/** The versions of a database's history that have a checksum. */
const history = (url: string) =>
  open(url, async (connection) => {
    const { rows } = await connection.query<{ version: string }>(sql`
      select m.version from supabase_migrations.schema_migrations m join supabase_migrations.checksums c using (version) order by 1`);
    return rows.map(({ version }) => version);
  });

const runAdopt = (url: string) =>
  promisify(execFile)(process.execPath, ["--import", "tsx", "server/commands/database-adopt.ts"], {
    env: { ...process.env, DATABASE_URL: url },
  });

// Spec 5 §6: The rows of
it("shifts of the ambulance become turns on the clock: approved with an end, running without one", async () => {
  const url = await bareDatabase();
  const options = { url, profile: "hardened", seed: "none", log } as const;
  const all = readMigrations();
  const at = all.findIndex(({ name }) => name === "ase_shifts_on_the_clock");
  await prepareDatabase({ ...options, migrations: all.slice(0, at) });
  await open(url, async (connection) => {
    await connection.query(
      sql`insert into public.ase_employees (employee_id, name) values ('ASE-301', 'Maja'), ('ASE-302', null)`,
    );
    await connection.query(sql`insert into public.ase_shifts (employee_id, started_at, ended_at) values
      ('ASE-301', '2026-11-20T07:00:00Z', '2026-11-20T19:00:00Z'), ('ASE-301', '2026-11-21T07:00:00Z', null), ('ASE-302', '2026-11-21T08:00:00Z', null)`);
  });
  await prepareDatabase(options);
  const turns = await open(url, (connection) =>
    connection.query(sql`
      select t.user_id, t.name, t.status, t.kind, t.project_id, t.person_id = e.id as is_theirs, t.ended_at is null as is_open
      from public.work_turns t join public.ase_employees e on e.employee_id = t.user_id order by t.started_at`),
  );
  const turn = { kind: "ase-employee", project_id: "ASE", is_theirs: true };
  expect(turns.rows).toEqual([
    { ...turn, user_id: "ASE-301", name: "Maja", status: "approved", is_open: false },
    { ...turn, user_id: "ASE-301", name: "Maja", status: "running", is_open: true },
    { ...turn, user_id: "ASE-302", name: null, status: "running", is_open: true },
  ]);
});

describe("a database from before the baseline", () => {
  const earlier = readEarlierMigrations();
  const options = { profile: "hardened", seed: "none", log } as const;
  const today = readMigrations().map(({ version }) => version);
  /** A database that came as far as the last migration before the baseline, of which each test takes a copy. */
  let last: string;
  beforeAll(async () => {
    last = await bareDatabase();
    await prepareDatabase({ ...options, url: last, migrations: earlier });
  });

  it("that somebody changed by hand is refused with what differs, keeps its history, and starts once that is undone", async () => {
    const url = await makeDatabase({ copyOf: last });
    await open(url, (connection) =>
      connection.query(`
        create index by_hand on public.parkings (street);
        create view public.seen_by_hand as select id from public.units;
        alter table public.units alter column status set default 'upptagen';
        alter table public.units set (autovacuum_vacuum_scale_factor = 0.01);
        revoke execute on function public.case_by_key(text) from anon;
        delete from private.case_transitions where place = 10`),
    );
    const started = prepareDatabase({ ...options, url });
    await expect(started).rejects.toThrow("This database was changed by hand");
    for (const words of [
      "index public.by_hand is none of ours",
      "view public.seen_by_hand is none of ours",
      "column public.units.status differs, here: status text default 'upptagen'::text",
      "table public.units differs, here: autovacuum_vacuum_scale_factor=0.01",
      "grant function public.case_by_key(text) to anon is missing",
      "row private.case_transitions 10 is missing",
    ])
      await expect(started).rejects.toThrow(words);
    expect(await history(url)).toEqual(earlier.map(({ version }) => version));
  });

  it("with what an operator has beside it, and settings of their own, is adopted", async () => {
    const url = await makeDatabase({ copyOf: last });
    const name = new URL(url).pathname.slice(1);
    await open(url, (connection) =>
      connection.query(`
        create schema reports;
        create table reports.streets (id int primary key, parking uuid references public.parkings (id));
        create view reports.seen as select street from public.parkings;
        create publication elsewhere for all tables;
        create extension dblink with schema public;
        alter default privileges in schema public grant select on tables to authenticated;
        alter database "${name}" set datestyle = 'SQL, DMY';
        alter database "${name}" set intervalstyle = 'sql_standard';
        alter database "${name}" set quote_all_identifiers = on`),
    );
    await prepareDatabase({ ...options, url });
    expect(await history(url)).toEqual(today);
  });

  it("waits for another start longer than the database lets a request take", async () => {
    const url = await makeDatabase({ copyOf: last });
    const name = new URL(url).pathname.slice(1);
    await open(url, async (other) => {
      await other.query(sql`select pg_advisory_lock(${PREPARE_LOCK}::bigint)`);
      await other.query(`
        alter database "${name}" set statement_timeout = '300ms';
        alter database "${name}" set lock_timeout = '300ms'`);
      const started = prepareDatabase({ ...options, url });
      await vi.waitUntil(async () => {
        const { rows } = await other.query(sql`
          select from pg_locks join pg_stat_activity using (pid)
          where locktype = 'advisory' and not granted and objid = ${PREPARE_LOCK}::bigint
            and query_start < clock_timestamp() - interval '400 ms'`);
        return rows.length > 0;
      }, PATIENCE);
      await other.query(sql`select pg_advisory_unlock(${PREPARE_LOCK}::bigint)`);
      await started;
      await other.query(`
        alter database "${name}" reset statement_timeout;
        alter database "${name}" reset lock_timeout`);
    });
    expect(await history(url)).toEqual(today);
  });

  it("that takes no writes is told so", async () => {
    const url = await makeDatabase({ copyOf: last });
    const name = new URL(url).pathname.slice(1);
    await open(url, (connection) =>
      connection.query(`alter database "${name}" set default_transaction_read_only = on`),
    );
    await expect(prepareDatabase({ ...options, url })).rejects.toThrow(
      `The database takes no writes (default_transaction_read_only is on for it, or for `,
    );
  });

  it("that was adopted but for the last step goes on at the next start", async () => {
    const url = await makeDatabase({ copyOf: last });
    // A process that is killed while it adopts leaves what was there before its transaction.
    await open(url, async (connection) => {
      await connection.query("begin");
      await connection.query("delete from supabase_migrations.schema_migrations");
    });
    expect(await history(url)).toEqual(earlier.map(({ version }) => version));
    await Promise.all([prepareDatabase({ ...options, url }), prepareDatabase({ ...options, url })]);
    expect(await history(url)).toEqual(today);
    expect(await readShape(url)).toEqual(await freshShape("hardened"));
  });

  it("on hosted Supabase is adopted by the command", async () => {
    const url = await bareDatabase();
    const almost = earlier.slice(0, -3);
    await prepareDatabase({ ...options, profile: "as-stored", seed: "never", url, migrations: almost });
    const { stdout } = await runAdopt(url);
    expect(stdout).toBe(
      `The database has the history of this version now. Migrations that it lacked: ${2 + today.length}.\n`,
    );
    expect(await history(url)).toEqual(today);
    expect(await readShape(url)).toEqual(await freshShape("hardened"));
  });

  it("is not adopted through a pooler that lends its connections, which would keep the lock", async ({ skip }) => {
    skip(whyNoPgBouncer !== null, whyNoPgBouncer ?? "");
    const url = await bareDatabase();
    await prepareDatabase({ ...options, profile: "as-stored", seed: "never", url, migrations: earlier });
    const pooler = await startPgBouncer(url, { mode: "transaction", size: 3, isRoundRobin: true });
    cleanUps.push(() => pooler.stop());
    await expect(runAdopt(pooler.url)).rejects.toThrow("DATABASE_URL leads to a pooler that lends its connections");
    expect(await history(url)).toEqual(earlier.map(({ version }) => version));
  });
});
