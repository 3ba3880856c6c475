// The contents of a database that belong into a backup: tables with their columns, sequences, migrations; and COPY out of and into a table.
import { pipeline } from "node:stream/promises";
import type { ClientBase } from "pg";
import { from, to } from "pg-copy-streams";
import sql, { raw } from "sql-template-tag";
import type { Database } from "#server/database/driver/connect.ts";
import type { SequenceFacts } from "./format.ts";

/** Schemas with rows of ours. The tables of `realtime` hold short-lived rows, and `extensions` holds functions only. */
const SCHEMAS = ["public", "auth", "storage", "private", "supabase_migrations"];

export type Table = { schema: string; name: string; columns: string[] };

/** An identifier as SQL takes it. */
export const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** A table's name as SQL takes it. */
export const quoteTable = ({ schema, name }: { schema: string; name: string }): string =>
  `${quote(schema)}.${quote(name)}`;

/**
 * Tables that a backup leaves out: the list of erased rows, which must survive a restore (server/erasure/erased-list.ts), and notes of
 * servers that run no more.
 */
const OUTSIDE = ["private.erased_rows", "private.system_notes"];

/** The tables that belong into a backup, with the columns that are written (generated ones are computed again), in a fixed order. */
export async function listTables(database: Database): Promise<Table[]> {
  const all = await listAllTables(database);
  return all.filter(({ schema, name }) => SCHEMAS.includes(schema) && !OUTSIDE.includes(`${schema}.${name}`));
}

/** Names of the tables in schemas that are not this program's: no backup has them. */
export async function listTablesElsewhere(database: Database): Promise<string[]> {
  const ours = [...SCHEMAS, "realtime"];
  const all = await listAllTables(database);
  return all.filter(({ schema }) => !ours.includes(schema)).map(({ schema, name }) => `${schema}.${name}`);
}

/** Every table of every schema, without PostgreSQL's own and without tables of extensions, with the columns that are written. */
export async function listAllTables(database: Database): Promise<Table[]> {
  const { rows } = await database.query<Table>(sql`
    select n.nspname as schema, c.relname as name,
      array(
        select a.attname::text from pg_catalog.pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
        order by a.attnum
      ) as columns
    from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and n.nspname <> 'information_schema' and n.nspname not like 'pg\\_%'
      and not exists (
        select from pg_catalog.pg_depend d
        where d.classid = 'pg_catalog.pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
    order by n.nspname collate "C", c.relname collate "C"`);
  return rows;
}

/** The sequences of those schemas with the number that each has reached. */
export async function listSequences(database: Database): Promise<SequenceFacts[]> {
  const { rows: names } = await database.query<{ schema: string; name: string }>(sql`
    select n.nspname as schema, c.relname as name
    from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'S' and n.nspname = any(${SCHEMAS}::text[])
    order by n.nspname collate "C", c.relname collate "C"`);
  const sequences: SequenceFacts[] = [];
  for (const name of names) {
    const { rows } = await database.query<{ value: string; isCalled: boolean }>(
      raw(`select last_value::text as value, is_called as "isCalled" from ${quoteTable(name)}`),
    );
    if (rows[0]) sequences.push({ ...name, ...rows[0] });
  }
  return sequences;
}

/** Versions of the applied migrations; empty in a database that is not ours. */
export async function listMigrations(database: Database): Promise<string[]> {
  const found = await database.query<{ known: boolean }>(sql`
    select to_regclass('supabase_migrations.schema_migrations') is not null as known`);
  if (!found.rows[0]?.known) return [];
  const { rows } = await database.query<{ version: string }>(sql`
    select version from supabase_migrations.schema_migrations order by version`);
  return rows.map((row) => row.version);
}

const columnsOf = (table: Table) => table.columns.map(quote).join(", ");

const LINE_END = 0x0a;

/**
 * Gives the rows of a table for which `condition` holds in COPY's text format, with their number. Each chunk ends with a row. A caller who
 * stops before the last row must end the connection, since the other rows are still to come on it.
 */
export async function* copyOut(
  connection: ClientBase,
  table: Table,
  condition = "true",
): AsyncGenerator<{ chunk: Uint8Array; rows: number }, void, undefined> {
  const text = `copy (select ${columnsOf(table)} from ${quoteTable(table)} where ${condition}) to stdout`;
  let rest = Buffer.alloc(0);
  for await (const chunk of connection.query(to(text))) {
    const bytes = Buffer.concat([rest, chunk as Uint8Array]);
    // Line ends inside a row are escaped.
    const end = bytes.lastIndexOf(LINE_END) + 1;
    rest = bytes.subarray(end);
    if (end > 0) yield { chunk: bytes.subarray(0, end), rows: countLines(bytes.subarray(0, end)) };
  }
  if (rest.length > 0) throw new Error(`COPY of ${quoteTable(table)} ended inside a row.`);
}

function countLines(bytes: Uint8Array): number {
  let count = 0;
  for (let at = bytes.indexOf(LINE_END); at !== -1; at = bytes.indexOf(LINE_END, at + 1)) count += 1;
  return count;
}

/** Adds rows in COPY's text format. Throws PostgreSQL's error. */
export async function copyIn(connection: ClientBase, table: Table, rows: AsyncIterable<Uint8Array>): Promise<void> {
  const text = `copy ${quoteTable(table)} (${columnsOf(table)}) from stdin`;
  await pipeline(rows, connection.query(from(text)));
}

/** Tables that only an earlier version's sign-in library used (leftover-tables.ts). Hosted Supabase has tables of the same names, which are in use there. */
const LEFTOVER = new Set(["auth.audit_log_entries", "auth.flow_state"]);

export const isLeftover = ({ schema, name }: { schema: string; name: string }): boolean =>
  LEFTOVER.has(`${schema}.${name}`);
