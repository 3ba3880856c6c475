/** From a notice of changes to frames at the subscribers: batches, reads what each may see, encodes once, sends. */
import type { Logger } from "pino";
import type postgres from "postgres";

import type { Catalogue, ChangeNotice, Column, Table } from "./changes.ts";
import type { Identity, Role } from "./identity.ts";
import { encodeChange } from "./protocol.ts";
import type { Channel, Subscriptions } from "./subscriptions.ts";
import { matchingIds } from "./subscriptions.ts";
import type { Visibility } from "./visibility.ts";
import { readVisibility } from "./visibility.ts";

/** Rows read at once. */
const BATCH_ROWS = 200;
/** Changes that may wait; beyond it subscribers fetch again, which is cheaper for everybody. */
const MAX_WAITING = 10_000;
/** Largest row that is sent, in bytes of JSON; of a larger one only short values are, as in Supabase. */
const MAX_ROW_BYTES = 1024 * 1024;
const SHORT_VALUE_BYTES = 64;

type Change = { operation: "INSERT" | "UPDATE" | "DELETE"; at: string; key: readonly string[] };

export type DeliveryStats = {
  /** Changed rows that were read for subscribers. */
  changes: number;
  /** Messages sent. */
  frames: number;
  /** Times that subscribers were told to fetch again instead. */
  gaps: number;
  /** Changes that wait to be read. */
  waiting: number;
};

type DeliveryOptions = {
  sql: postgres.Sql;
  subscriptions: Subscriptions;
  catalogue(): Catalogue;
  log: Logger;
};

export class Delivery {
  readonly #options: DeliveryOptions;
  /** Changes that wait, by table; a table's changes keep their order. */
  readonly #waiting = new Map<string, Change[]>();
  #waitingCount = 0;
  #running: Promise<void> | null = null;
  #closed = false;
  #changes = 0;
  #frames = 0;
  #gaps = 0;

  constructor(options: DeliveryOptions) {
    this.#options = options;
  }

  get stats(): DeliveryStats {
    return {
      changes: this.#changes,
      frames: this.#frames,
      gaps: this.#gaps,
      waiting: this.#waitingCount,
    };
  }

  /** Takes a notice; returns at once. */
  take(notice: ChangeNotice): void {
    const { subscriptions } = this.#options;
    if (this.#closed || !subscriptions.isFollowed(notice.table)) return;
    if (notice.operation === "GAP") {
      this.#gap(notice.table, "too many rows changed at once");
      return;
    }
    const { operation, at } = notice;
    const changes = this.#waiting.get(notice.table) ?? [];
    this.#waiting.set(notice.table, changes);
    for (const key of notice.keys) changes.push({ operation, at, key });
    this.#waitingCount += notice.keys.length;
    if (this.#waitingCount > MAX_WAITING) {
      for (const table of this.#waiting.keys()) this.#gap(table, "changes came faster than they could be sent");
      return;
    }
    this.#running ??= this.#run();
  }

  /** Changes were missed: everybody joins again, and what waits is covered by what they will fetch. */
  failAll(reason: string): void {
    this.#waiting.clear();
    this.#waitingCount = 0;
    this.#gaps += 1;
    this.#options.subscriptions.failAll(reason);
  }

  /** Forgets what waits, and waits for what is under way. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#waiting.clear();
    await this.#running;
  }

  #gap(table: string, reason: string): void {
    this.#waitingCount -= this.#waiting.get(table)?.length ?? 0;
    this.#waiting.delete(table);
    this.#gaps += 1;
    this.#options.subscriptions.fail(table, reason);
  }

  async #run(): Promise<void> {
    // One turn of the event loop, so that notifications that came together are read together.
    await new Promise((resolve) => setImmediate(resolve));
    for (;;) {
      const next = this.#waiting.entries().next();
      if (next.done) break;
      const [name, changes] = next.value;
      const batch = changes.splice(0, BATCH_ROWS);
      this.#waitingCount -= batch.length;
      // To the end of the line, so that one busy table does not hold up the others.
      this.#waiting.delete(name);
      if (changes.length > 0) this.#waiting.set(name, changes);
      try {
        await this.#deliver(name, batch);
      } catch (error) {
        this.#options.log.error({ err: error, table: name }, "changed rows could not be read");
        this.#gap(name, "changed rows could not be read");
      }
    }
    this.#running = null;
  }

  async #deliver(name: string, batch: readonly Change[]): Promise<void> {
    const { sql, subscriptions, log } = this.#options;
    const table = this.#options.catalogue().get(name);
    // Who follows, and as whom, is held fast before reading: a token that is renewed meanwhile loses no event, and
    // who joins meanwhile fetches after this change was committed and needs none.
    const followers = subscriptions.followers(name).map((channel) => ({ channel, identity: channel.identity }));
    if (!table || followers.length === 0) return;
    const identities = new Map(followers.map(({ identity }) => [identity.key, identity]));

    const positions = new Map<string, number>();
    const keys: (readonly string[])[] = [];
    for (const { operation, key } of batch) {
      const text = JSON.stringify(key);
      if (operation === "DELETE" || positions.has(text)) continue;
      positions.set(text, keys.push(key) - 1);
    }
    const seen = await readVisibility(sql, table, keys, [...identities.values()]);
    for (const { identity, message } of seen.failures) {
      log.debug({ table: name, role: identity.role, reason: message }, "a subscriber may not read the table");
    }

    for (const change of batch) {
      this.#changes += 1;
      const position = positions.get(JSON.stringify(change.key));
      this.#send({ name, table, change, position, seen }, followers);
    }
  }

  #send(told: Told, followers: readonly Follower[]): void {
    const { name, table, change, position, seen } = told;
    const { subscriptions } = this.#options;
    const isDelete = change.operation === "DELETE";
    const key = keyRecord(table, change.key);
    const encoded = new Map<string, Buffer>();
    const rowOf = memoize((role: Role) => {
      const text = position === undefined || isDelete ? undefined : seen.rows.get(role)?.get(position);
      return text === undefined ? null : { text, parse: memoize(() => JSON.parse(text) as Row) };
    });
    const dataOf = memoize((role: Role) => changeData(table, change, key, rowOf(role)?.text ?? null));

    for (const { channel, identity } of followers) {
      const { role } = identity;
      const row = rowOf(role);
      const mayHear = isDelete
        ? seen.mayHearDeletes.has(role)
        : row !== null && position !== undefined && seen.visible.get(identity.key)?.has(position) === true;
      if (!mayHear || !subscriptions.has(channel)) continue;
      const ids = matchingIds(channel, name, change.operation, row && (() => row.parse(role)), key);
      if (ids.length === 0) continue;
      const { topic, version } = channel;
      const shape = `${role} ${version} ${ids.join(",")} ${topic}`;
      let frame = encoded.get(shape);
      if (!frame) {
        frame = Buffer.from(encodeChange(version, topic, ids, dataOf(role)));
        encoded.set(shape, frame);
      }
      this.#frames += 1;
      channel.send(frame);
    }
  }
}

type Row = Record<string, unknown>;
type Follower = { channel: Channel; identity: Identity };
type Told = {
  name: string;
  table: Table;
  change: Change;
  /** Place of the key among those that were read; undefined when it was only deleted. */
  position: number | undefined;
  seen: Visibility;
};

/** The `data` of a change, as JSON text around the row's own JSON text. */
function changeData(table: Table, change: Change, key: Record<string, unknown>, row: string | null): string {
  const isTooLarge = row !== null && Buffer.byteLength(row) > MAX_ROW_BYTES;
  const head = JSON.stringify({
    schema: table.schema,
    table: table.name,
    type: change.operation,
    commit_timestamp: change.at,
    columns: table.columns.map(({ name, type }) => ({ name, type })),
    errors: isTooLarge ? ["Error 413: Payload Too Large"] : null,
  });
  const record = row === null ? "" : `,"record":${isTooLarge ? shorten(row) : row}`;
  const old = change.operation === "INSERT" ? "" : `,"old_record":${JSON.stringify(key)}`;
  return `${head.slice(0, -1)}${record}${old}}`;
}

function shorten(row: string): string {
  const entries = Object.entries(JSON.parse(row) as Record<string, unknown>);
  return JSON.stringify(
    Object.fromEntries(entries.filter(([, value]) => JSON.stringify(value).length <= SHORT_VALUE_BYTES)),
  );
}

const NUMBER_TYPES = new Set(["int2", "int4", "int8", "float4", "float8", "numeric", "oid"]);

function keyRecord(table: Table, key: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(
    table.keyColumns.map((column, index) => [column.name, typedValue(column, key[index] ?? "")]),
  );
}

function typedValue(column: Column, text: string): unknown {
  if (NUMBER_TYPES.has(column.type)) return Number(text);
  return column.type === "bool" ? text === "true" : text;
}

/** Remembers what was answered for each argument. */
function memoize<A, R>(compute: (argument: A) => R): (argument: A) => R {
  const known = new Map<A, R>();
  return (argument) => {
    if (known.has(argument)) return known.get(argument) as R;
    const value = compute(argument);
    known.set(argument, value);
    return value;
  };
}
