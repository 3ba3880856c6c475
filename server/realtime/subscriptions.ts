/** Register of the channels that follow each table, from which changes are delivered. The register holds no sockets' details. */
import type { Channel } from "./channel.ts";
import { matchesFilter } from "./filters.ts";
import { Followers } from "./followers.ts";

export class Subscriptions {
  readonly #byTable = new Map<string, Followers>();
  readonly #channels = new Set<Channel>();

  /** Number of joined channels. */
  get size(): number {
    return this.#channels.size;
  }

  add(channel: Channel): void {
    this.#channels.add(channel);
    for (const table of tablesOf(channel)) {
      const followers = this.#byTable.get(table) ?? new Followers(table);
      this.#byTable.set(table, followers);
      followers.add(channel);
    }
  }

  remove(channel: Channel): void {
    this.#channels.delete(channel);
    for (const table of tablesOf(channel)) {
      const followers = this.#byTable.get(table);
      followers?.remove(channel);
      if (followers?.size === 0) this.#byTable.delete(table);
    }
  }

  has(channel: Channel): boolean {
    return this.#channels.has(channel);
  }

  isFollowed(table: string): boolean {
    return this.#byTable.has(table);
  }

  followers(table: string): Followers | undefined {
    return this.#byTable.get(table);
  }

  /** Makes the followers of a table join again. */
  fail(table: string, reason: string): void {
    for (const channel of this.followers(table)?.all() ?? []) channel.fail(reason);
  }

  /** Makes every channel that follows a table join again. */
  failAll(reason: string): void {
    for (const channel of this.#channels) {
      if (channel.bindings.length > 0) channel.fail(reason);
    }
  }
}

const tablesOf = ({ bindings }: Channel): Set<string> => new Set(bindings.map(({ table }) => table));

/**
 * The ids of a channel's bindings that a change reaches.
 * @param row gives the row as the channel may see it; null for a DELETE, where only the key is known: its filters on
 *   other columns are not applied, as in Supabase
 * @param key the primary key by column
 */
export function matchingIds(
  channel: Channel,
  table: string,
  operation: "INSERT" | "UPDATE" | "DELETE",
  row: (() => Readonly<Record<string, unknown>>) | null,
  key: Readonly<Record<string, unknown>>,
): number[] {
  const ids = new Set<number>();
  for (const { id, event, table: followed, filter } of channel.bindings) {
    if (followed !== table || (event !== "*" && event !== operation)) continue;
    const isKnown = filter !== null && (row !== null || filter.column in key);
    if (!isKnown || matchesFilter(filter, row ? row() : key)) ids.add(id);
  }
  return [...ids];
}
