/** Capture of changes: installs the triggers for the tables in publication `supabase_realtime`, and listens to their notices. */
import { createHash } from "node:crypto";

import type { Logger } from "pino";
import { escapeIdentifier, escapeLiteral } from "pg";
import sql, { raw } from "sql-template-tag";
import * as v from "valibot";

import { type Database, type DatabasePool, inTransaction } from "#server/database/driver/connect.ts";
import { CAPTURE_FUNCTION, TELL_FUNCTION, TRIGGER_VERSION } from "./capture-sql.ts";
import { RIGHTS_CHANGES } from "./rights-sql.ts";
import { installOldRows } from "./old-rows.ts";
import { READ_FUNCTION, SHARES_FUNCTION } from "./read-sql.ts";

export type Column = {
  name: string;
  /** Name of the type in `pg_type` (`uuid`, `_text`), which the client expects. */
  type: string;
  /** The type as SQL writes it. */
  typeSql: string;
  /** Place in the primary key; null outside it. */
  keyPosition: number | null;
};

/** A table that can be followed. `columns` are those of the publication, in the table's order. */
export type Table = {
  oid: number;
  schema: string;
  name: string;
  columns: Column[];
  keyColumns: Column[];
};

/** Tables by `schema.name`. */
export type Catalogue = ReadonlyMap<string, Table>;

const noticeSchema = v.object({
  s: v.string(),
  t: v.string(),
  at: v.string(),
  o: v.picklist(["INSERT", "UPDATE", "DELETE", "GAP"]),
  k: v.optional(v.array(v.array(v.string())), []),
  b: v.optional(v.nullable(v.string()), null),
});

/** Notice that rows of a table changed. GAP: more rows changed than a notice may name, so the followers of the table fetch again. */
export type ChangeNotice = {
  table: string;
  operation: "INSERT" | "UPDATE" | "DELETE" | "GAP";
  /** ISO time of the statement. */
  at: string;
  /** Primary keys of the rows, each a list of values as text. */
  keys: string[][];
  /** Number of the statement under which old rows are kept; null when none is kept. */
  statement: string | null;
};

/** The key of a table in the catalogue. */
export function tableKey(schema: string, name: string): string {
  return `${schema}.${name}`;
}

/** Reads the text of a notification; null when it is not one of ours. */
export function parseNotice(text: string): ChangeNotice | null {
  let raw: unknown;
  try {
    raw = JSON.parse(text);
  } catch {
    return null;
  }
  const parsed = v.safeParse(noticeSchema, raw);
  if (!parsed.success) return null;
  const { s, t, o, at, k, b } = parsed.output;
  return { table: tableKey(s, t), operation: o, at, keys: k, statement: b };
}

type PublishedTable = Omit<Table, "keyColumns"> & { keySql: string | null };
type Trigger = { table: string; name: string };

/**
 * Installs functions and triggers, removes those of tables that left the publication, and gives the tables that can be followed. May run
 * any number of times, from several servers at once. A table without a primary key cannot be followed: it is logged and left out.
 */
export async function installCapture(pool: DatabasePool, log: Logger): Promise<Catalogue> {
  return await inTransaction(pool, async (transaction) => {
    await transaction.query(sql`select pg_advisory_xact_lock(hashtext('parkering realtime'))`);
    await transaction.query(sql`set local lock_timeout = '10s'`);
    const existing = await transaction.query(sql`select 1 from pg_namespace where nspname = 'realtime'`);
    if (existing.rowCount === 0) await transaction.query(sql`create schema realtime`);
    await installOldRows(transaction);
    await transaction.query(raw(TELL_FUNCTION));
    await transaction.query(raw(CAPTURE_FUNCTION));
    await transaction.query(raw(RIGHTS_CHANGES));
    await transaction.query(raw(SHARES_FUNCTION));
    await transaction.query(raw(READ_FUNCTION));
    await transaction.query(sql`revoke all on function realtime.gateway_tell(text), realtime.gateway_capture(), realtime.gateway_note_rights(),
      realtime.gateway_shares(oid), realtime.gateway_read(oid, text[], jsonb, jsonb, jsonb, text, timestamptz) from public`);

    const published = await readPublication(transaction);
    const catalogue = new Map<string, Table>();
    for (const { keySql, ...table } of published) {
      if (keySql === null) {
        log.warn({ table: tableKey(table.schema, table.name) }, "a table without primary key cannot be followed live");
        continue;
      }
      const keyColumns = table.columns
        .filter((column) => column.keyPosition !== null)
        .toSorted((a, b) => (a.keyPosition ?? 0) - (b.keyPosition ?? 0));
      catalogue.set(tableKey(table.schema, table.name), { ...table, keyColumns });
    }
    await alignTriggers(transaction, published);
    return catalogue;
  });
}

async function readPublication(transaction: Database): Promise<PublishedTable[]> {
  const { rows } = await transaction.query<PublishedTable>(sql`
    select c.oid::int8::float8 as oid, n.nspname as schema, c.relname as name,
      (select json_agg(json_build_object(
          'name', a.attname, 'type', t.typname, 'typeSql', format_type(a.atttypid, null),
          'keyPosition', array_position(i.indkey::int2[], a.attnum)) order by a.attnum)
        from pg_attribute a join pg_type t on t.oid = a.atttypid
        where a.attrelid = c.oid and a.attname = any(p.attnames)) as columns,
      (select string_agg(format('r.%I::text', a.attname), ', ' order by k.n)
        from unnest(i.indkey::int2[]) with ordinality as k(attnum, n)
        join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum) as "keySql"
    from pg_publication_tables p
      join pg_namespace n on n.nspname = p.schemaname
      join pg_class c on c.relnamespace = n.oid and c.relname = p.tablename
      left join pg_index i on i.indrelid = c.oid and i.indisprimary
    where p.pubname = 'supabase_realtime'`);
  return rows;
}

const TRANSITION_TABLES = {
  insert: "referencing new table as new_rows",
  update: "referencing old table as old_rows new table as new_rows",
  delete: "referencing old table as old_rows",
  truncate: "",
} as const;

/** Creates missing triggers and drops unwanted ones, and touches nothing else, so that a start takes no locks. */
async function alignTriggers(transaction: Database, published: readonly PublishedTable[]): Promise<void> {
  const { rows: present } = await transaction.query<Trigger>(sql`
    select t.tgrelid::regclass::text as table, t.tgname as name from pg_trigger t
    where t.tgfoid in ('realtime.gateway_capture'::regproc, 'realtime.gateway_note_rights'::regproc) and not t.tgisinternal`);
  const unwanted = new Map(present.map((trigger) => [`${trigger.table} ${trigger.name}`, trigger]));
  for (const { table, label, call } of await followedTables(transaction, published)) {
    for (const [event, transition] of Object.entries(TRANSITION_TABLES)) {
      const trigger = `realtime_${label.replace("#", event)}`;
      if (unwanted.delete(`${table} ${trigger}`)) continue;
      await transaction.query(
        raw(
          `create trigger ${trigger} after ${event} on ${table} ${transition} for each statement execute function ${call}`,
        ),
      );
    }
  }
  for (const { table, name } of unwanted.values()) {
    await transaction.query(raw(`drop trigger ${escapeIdentifier(name)} on ${table}`));
  }
}

/** Followed tables and sources of rights, the names of their triggers (`#` for the event), and the functions that these call. */
async function followedTables(transaction: Database, published: readonly PublishedTable[]) {
  const { rows: sources } = await transaction.query<{ table: string; column: string | null }>(sql`
    select source::text as table, account_column as column from private.sources_of_rights()`);
  const noted = sources.map(({ table, column }) => ({
    table,
    label: `rights_#_v${TRIGGER_VERSION}`,
    call: `realtime.gateway_note_rights(${column === null ? "" : escapeLiteral(column)})`,
  }));
  const told = [];
  for (const { schema, name, keySql } of published) {
    if (keySql === null) continue;
    const { rows: targets } = await transaction.query<{ table: string }>(sql`
      select format('%I.%I', ${schema}::text, ${name}::text)::regclass::text as table`);
    // The key is part of the name, so that a table whose primary key changed gets a new trigger.
    const key = createHash("sha256").update(keySql).digest("hex").slice(0, 8);
    told.push({
      table: targets[0]?.table ?? "",
      label: `#_v${TRIGGER_VERSION}_${key}`,
      call: `realtime.gateway_capture(${escapeLiteral(keySql)})`,
    });
  }
  return [...noted, ...told];
}
