/**
 * Delivery: turns a notice of changes into frames for subscribers. Changes are gathered in batches, the rows are read as each may see them,
 * encoded once and sent.
 */
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Logger } from "pino";

import type { Database } from "#server/database/driver/connect.ts";
import type { Operation } from "./changes/change-data.ts";
import { changeData, keyRecord } from "./changes/change-data.ts";
import type { Catalogue, ChangeNotice, Table } from "./changes/changes.ts";
import type { Identity, Role } from "../callers/identity.ts";
import { encodeChange } from "./protocol.ts";
import type { Followers } from "./followers.ts";
import type { Channel } from "./channel.ts";
import type { Subscriptions } from "./subscriptions.ts";
import { matchingIds } from "./subscriptions.ts";
import { Rights } from "./changes/rights.ts";
import { readColumns } from "./changes/read-columns.ts";
import type { OldRow, Visibility } from "./visibility.ts";
import { readVisibility } from "./visibility.ts";

/** Most rows that are read at once. */
const BATCH_ROWS = 200;
/** Most changes that may wait; with more, subscribers fetch again, which is cheaper for everybody. */
const MAX_WAITING = 10_000;
/**
 * Bytes of frames that go out before others get a turn of the event loop; a frame counts as `FRAME_WORK` at least. Without such turns
 * thousands of channels of one address would hold up everybody for seconds.
 */
const TURN_BYTES = 256 * 1024;
const FRAME_WORK = 1024;
/** Bytes that count for a look at a binding, also where no frame goes out. */
const LOOK_WORK = 32;
/**
 * Number of channels of a table up to which every channel is asked for each change. With more channels, the values that they follow are
 * read first.
 */
const FEW_CHANNELS = 16;

type Change = { operation: Operation; at: string; key: readonly string[]; statement: string | null };

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
  database: Database;
  subscriptions: Subscriptions;
  catalogue(): Catalogue;
  log: Logger;
  /** Number of channels in place of `FEW_CHANNELS`. */
  fewChannels?: number;
};

export class Delivery {
  readonly #options: DeliveryOptions;
  readonly #rights = new Rights();
  /** Waiting changes by table; the changes of a table keep their order. */
  readonly #waiting = new Map<string, Change[]>();
  #waitingCount = 0;
  #running: Promise<void> | null = null;
  #closed = false;
  #changes = 0;
  #frames = 0;
  #gaps = 0;
  /** Bytes that went out in this turn of the event loop, with the work of looking at bindings. */
  #sent = 0;

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

  /** Takes a notice, and returns at once. */
  take(notice: ChangeNotice): void {
    const { subscriptions } = this.#options;
    if (this.#closed || !subscriptions.isFollowed(notice.table)) return;
    if (notice.operation === "GAP") {
      this.#gap(notice.table, "too many rows changed at once");
      return;
    }
    const { operation, at, statement } = notice;
    const changes = this.#waiting.get(notice.table) ?? [];
    this.#waiting.set(notice.table, changes);
    for (const key of notice.keys) changes.push({ operation, at, key, statement });
    this.#waitingCount += notice.keys.length;
    if (this.#waitingCount > MAX_WAITING) {
      for (const table of this.#waiting.keys()) this.#gap(table, "changes came faster than they could be sent");
      return;
    }
    this.#running ??= this.#run();
  }

  /** Makes everybody join again after missed changes; waiting changes are covered by the fetch of that join. */
  failAll(reason: string): void {
    this.#waiting.clear();
    this.#waitingCount = 0;
    this.#gaps += 1;
    this.#rights.forget();
    this.#options.subscriptions.failAll(reason);
  }

  /** Forgets waiting changes, and waits for work under way. */
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
    // The pause of a turn of the event loop lets notifications that came together be read together.
    await nextTurn();
    for (;;) {
      const next = this.#waiting.entries().next();
      if (next.done) break;
      const [name, changes] = next.value;
      const batch = changes.splice(0, BATCH_ROWS);
      this.#waitingCount -= batch.length;
      // The table goes to the end of the line, so that a busy table does not hold up the others.
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
    const { database, subscriptions, log } = this.#options;
    const table = this.#options.catalogue().get(name);
    const followers = subscriptions.followers(name);
    if (!table || followers === undefined) return;

    const question = questionOf(batch);
    const audiences = await this.#audiences(table, followers, question);
    // Identities are held fast before the rows are read. A token that is renewed meanwhile loses no event. A client that joins meanwhile
    // fetches after this change was committed, and needs no event.
    const identities = new Map<Channel, Identity>();
    for (const audience of new Set(audiences))
      for (const channel of audience) identities.set(channel, channel.identity);
    const asked = new Map([...identities.values()].map((identity) => [identity.key, identity]));
    const seen = await readVisibility(database, table, question, [...asked.values()], this.#rights);
    for (const { identity, message } of seen.failures) {
      log.debug({ table: name, role: identity.role, reason: message }, "a subscriber may not read the table");
    }

    for (const [index, change] of batch.entries()) {
      this.#changes += 1;
      const position = question.positions[index] ?? -1;
      const oldPosition = question.oldPositions[index];
      const audience = audiences[index] ?? [];
      await this.#send({ name, table, change, position, oldPosition, seen }, audience, identities);
    }
  }

  /**
   * Channels that each change of a question may reach. A removal may reach every login that could see the row, so all identities are asked
   * about it. Another change reaches channels whose filters the row passes. A row that changes again meanwhile has another notice.
   */
  async #audiences(
    table: Table,
    followers: Followers,
    { keys, positions, oldPositions }: Question,
  ): Promise<Channel[][]> {
    const everybody = memoize(() => followers.all());
    const { fewChannels = FEW_CHANNELS, database } = this.#options;
    const isRead = followers.size > fewChannels && followers.columns.length > 0 && oldPositions.includes(undefined);
    if (!isRead) return positions.map(() => everybody(undefined));
    const rows = await readColumns(database, table, keys, followers.columns);
    return positions.map((position, index) =>
      oldPositions[index] === undefined ? followers.of(rows.get(position)) : everybody(undefined),
    );
  }

  async #send(told: Told, audience: readonly Channel[], identities: ReadonlyMap<Channel, Identity>): Promise<void> {
    const { name, table, change, position, seen } = told;
    const { subscriptions } = this.#options;
    const key = keyRecord(table, change.key);
    const encoded = new Map<string, Buffer>();
    const rowOf = memoize((role: Role) => {
      const text = seen.rows.get(role)?.get(position);
      return text === undefined ? null : { text, parse: memoize(() => JSON.parse(text) as Row) };
    });
    const writtenFor = memoize((role: Role) =>
      changeData(table, change.operation, change.at, key, rowOf(role)?.text ?? null),
    );
    const removal = memoize(() => changeData(table, "DELETE", change.at, key, null));

    for (const channel of audience) {
      const identity = identities.get(channel) ?? channel.identity;
      const { role } = identity;
      this.#sent += channel.bindings.length * LOOK_WORK;
      if (this.#sent >= TURN_BYTES) {
        this.#sent = 0;
        await nextTurn();
      }
      const operation = operationFor(identity, told);
      if (operation === null || !subscriptions.has(channel)) continue;
      const row = operation === "DELETE" ? null : rowOf(role);
      if (operation !== "DELETE" && row === null) continue;
      const ids = matchingIds(channel, name, operation, row && (() => row.parse(role)), key);
      if (ids.length === 0) continue;
      const { topic, version } = channel;
      const shape = `${operation} ${role} ${version} ${ids.join(",")} ${topic}`;
      let frame = encoded.get(shape);
      if (!frame) {
        const data = operation === "DELETE" ? removal(role) : writtenFor(role);
        frame = Buffer.from(encodeChange(version, topic, ids, data));
        encoded.set(shape, frame);
      }
      this.#frames += 1;
      channel.send(frame);
      this.#sent += Math.max(FRAME_WORK, frame.byteLength);
    }
  }
}

type Row = Record<string, unknown>;
type Told = {
  name: string;
  table: Table;
  change: Change;
  /** Place of the key among the keys that were read. */
  position: number;
  /** Place of the old row among the old rows; undefined when it was not kept. */
  oldPosition: number | undefined;
  seen: Visibility;
};

type Question = ReturnType<typeof questionOf>;

/** The question for a batch, and the place of each change in it. Each key is read once. */
function questionOf(batch: readonly Change[]) {
  const places = new Map<string, number>();
  const keys: (readonly string[])[] = [];
  const gone: OldRow[] = [];
  const positions: number[] = [];
  const oldPositions: (number | undefined)[] = batch.map(() => undefined);
  for (const [index, { operation, key, statement }] of batch.entries()) {
    // Removals are asked for too: the notice of a removal may come after that of a row with the same key, made on another connection.
    const text = JSON.stringify(key);
    const place = places.get(text) ?? keys.push(key) - 1;
    places.set(text, place);
    positions[index] = place;
    if (operation === "DELETE" || (operation === "UPDATE" && statement !== null))
      oldPositions[index] = gone.push([statement, key]) - 1;
  }
  return { keys, gone, positions, oldPositions };
}

/**
 * The operation that a change is for a login, or null when the login is told nothing. An UPDATE that hid a row is told as DELETE to logins
 * that could see the row, also when the row is gone meanwhile: the row's own DELETE is told only to logins that saw it last.
 */
function operationFor({ key }: Identity, { change, position, oldPosition, seen }: Told): Operation | null {
  const sawBefore = oldPosition !== undefined && seen.sawBefore.get(key)?.has(oldPosition) === true;
  const isSeen = seen.visible.get(key)?.has(position) === true;
  // A row with the key of the removed one is told by its own notice, which may have come before.
  if (change.operation === "DELETE") return sawBefore && !isSeen ? "DELETE" : null;
  if (isSeen) return change.operation;
  return sawBefore ? "DELETE" : null;
}

/** Remembers the result of a function for each argument. */
function memoize<A, R>(compute: (argument: A) => R): (argument: A) => R {
  const known = new Map<A, R>();
  return (argument) => {
    if (known.has(argument)) return known.get(argument) as R;
    const value = compute(argument);
    known.set(argument, value);
    return value;
  };
}
