// The list of erased rows, beside the database and outside of backups: hashes of ids, which a restore erases again (document 4 §4).
//
// Contract tests: tests/backend/cases/erasure.test.ts.
import { createReadStream } from "node:fs";
import { mkdir, open, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline/promises";
import sql from "sql-template-tag";
import type { Database } from "#server/database/driver/connect.ts";
import { transact } from "#server/database/driver/one-connection.ts";

/** The folder of the list, in the data folder. */
export const erasedFolder = (dataDir: string): string => join(dataDir, "erased");

type Erased = { at: string; kind: string; hash: string };

/** Names of the list's files: one a month, so that old files can be removed. */
const FILE = /^\d{4}-\d\d\.txt$/;
/** Form of a line, with its moment in UTC to the microsecond, by which lines are in order. */
const LINE = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z) ([a-z]{1,20}) ([0-9a-f]{64})$/;
const AT_ONCE = 10_000;
/** Months for which the list is kept. An older backup cannot be restored, since its list is gone. */
const KEPT_MONTHS = 13;

/**
 * Brings the list in the folder up to date with the database's list. Every process does so: the folder of any of them holds the whole list.
 * Lines and rows older than 13 months are removed from both. The connection is in no transaction.
 */
export async function writeErasedList(connection: Database, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await transact(connection, async () => {
    // Servers may share the folder, so they write one after the other.
    await connection.query(sql`select pg_advisory_xact_lock(hashtextextended('list of what was erased', 0))`);
    await writeNew(connection, folder);
    await forgetOld(connection, folder);
  });
}

/** Adds to the list the rows that came after its last line. */
async function writeNew(database: Database, folder: string): Promise<void> {
  let last = await endList(folder);
  for (let count = AT_ONCE; count === AT_ONCE;) {
    const { rows } = await database.query<Erased>(sql`
      select to_char(erased_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at, kind, encode(id_hash, 'hex') as hash
      from private.erased_rows
      where ${last === null} or (erased_at, kind, id_hash) > (${last?.at ?? null}::timestamptz, ${last?.kind ?? ""}, decode(${last?.hash ?? ""}, 'hex'))
      order by erased_at, kind, id_hash limit ${AT_ONCE}`);
    for (const month of new Set(rows.map(monthOf)))
      await append(
        join(folder, `${month}.txt`),
        rows.filter((row) => monthOf(row) === month),
      );
    last = rows.at(-1) ?? last;
    count = rows.length;
  }
}

const monthOf = ({ at }: Erased): string => at.slice(0, 7);

async function append(path: string, rows: readonly Erased[]): Promise<void> {
  const file = await open(path, "a", 0o600);
  try {
    await file.writeFile(rows.map(({ at, kind, hash }) => `${at} ${kind} ${hash}\n`).join(""));
    await file.sync();
  } finally {
    await file.close();
  }
}

const listFiles = async (folder: string): Promise<string[]> =>
  (await readdir(folder).catch(() => [])).filter((name) => FILE.test(name)).toSorted();

/** The last line of the list. Null where there is none. */
async function endList(folder: string): Promise<Erased | null> {
  for (const name of (await listFiles(folder)).toReversed()) {
    const line = LINE.exec(await endFile(join(folder, name)));
    if (line !== null) return { at: line[1] ?? "", kind: line[2] ?? "", hash: line[3] ?? "" };
  }
  return null;
}

/** Bytes at the end of a file that are read: more than two lines. */
const TAIL = 1024;

/** The last whole line of a file. Half a line that a crash left behind it is cut off. */
async function endFile(path: string): Promise<string> {
  const file = await open(path, "r+");
  try {
    const { size } = await file.stat();
    const from = Math.max(0, size - TAIL);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(TAIL), 0, TAIL, from);
    const text = buffer.toString("latin1", 0, bytesRead);
    const end = text.lastIndexOf("\n") + 1;
    if (end < bytesRead) await file.truncate(from + end);
    return text.slice(0, end).trimEnd().split("\n").at(-1) ?? "";
  } finally {
    await file.close();
  }
}

async function forgetOld(database: Database, folder: string): Promise<void> {
  const { rows } = await database.query<{ month: string }>(sql`
    with gone as (delete from private.erased_rows
      where erased_at < date_trunc('month', now() at time zone 'utc') at time zone 'utc' - make_interval(months => ${KEPT_MONTHS}))
    select to_char(date_trunc('month', now() at time zone 'utc') - make_interval(months => ${KEPT_MONTHS}), 'YYYY-MM') as month`);
  const first = rows[0]?.month ?? "";
  for (const name of await listFiles(folder)) if (name < `${first}.txt`) await rm(join(folder, name));
}

/**
 * Erases again, in a database that was restored just now, the rows that the lists in these folders name. From then on the lines are the
 * database's own list, which belongs to the first folder. Gives the number of these rows, and the number of lines that could not be read
 * and were left out.
 */
export async function eraseAgain(
  database: Database,
  folders: readonly string[],
): Promise<{ rows: number; brokenLines: number }> {
  let brokenLines = 0;
  for (const folder of folders) brokenLines += await loadList(database, folder);
  let all = 0;
  for (let count = 1; count > 0; all += count) {
    const { rows } = await database.query<{ erased: Record<string, number> }>(
      sql`select private.erase_again(${AT_ONCE}) as erased`,
    );
    count = Object.entries(rows[0]?.erased ?? {}).reduce(
      (sum, [kind, many]) => (kind === "photos" ? sum : sum + many),
      0,
    );
  }
  return { rows: all, brokenLines };
}

/** Loads the list of a folder, and gives the number of lines that could not be read. */
async function loadList(database: Database, folder: string): Promise<number> {
  // Rows that come from the file get a moment after the database's last row, so that the next look finds them.
  const { rows } = await database.query<{ since: string | null }>(
    sql`select (max(erased_at) + interval '1 microsecond')::text as since from private.erased_rows`,
  );
  let broken = 0;
  for (const name of await listFiles(folder))
    broken += await load(database, join(folder, name), rows[0]?.since ?? null);
  return broken;
}

async function load(database: Database, path: string, since: string | null): Promise<number> {
  let lines: Erased[] = [];
  const put = async () => {
    const [at, kinds, hashes] = [
      lines.map((line) => line.at),
      lines.map(({ kind }) => kind),
      lines.map(({ hash }) => hash),
    ];
    lines = [];
    await database.query(sql`
      insert into private.erased_rows (erased_at, kind, id_hash)
      select greatest(t.at, ${since}::timestamptz), t.kind, decode(t.hash, 'hex')
      from unnest(${at}::timestamptz[], ${kinds}::text[], ${hashes}::text[]) t (at, kind, hash)
      on conflict do nothing`);
  };
  let broken = 0;
  for await (const text of createInterface({ input: createReadStream(path) })) {
    const line = LINE.exec(text);
    if (line === null) broken += 1;
    else lines.push({ at: line[1] ?? "", kind: line[2] ?? "", hash: line[3] ?? "" });
    if (lines.length === AT_ONCE) await put();
  }
  await put();
  return broken;
}
