/** Channels that follow a table, found by the value that they follow: a change at one of a thousand sites looks at that site's channels. */
import type { Binding, Channel } from "./channel.ts";

export class Followers {
  readonly #all = new Set<Channel>();
  /** Channels that any row may reach. */
  readonly #anyRow = new Set<Channel>();
  /** Channels of filters `column=eq.value`, by column and value. */
  readonly #byColumn = new Map<string, Map<unknown, Set<Channel>>>();
  readonly #table: string;

  constructor(table: string) {
    this.#table = table;
  }

  get size(): number {
    return this.#all.size;
  }

  /** Columns whose values lead to channels. */
  get columns(): string[] {
    return [...this.#byColumn.keys()];
  }

  all(): Channel[] {
    return [...this.#all];
  }

  /** Channels whose filters a row may pass; undefined for a row that is gone. */
  of(row: Readonly<Record<string, unknown>> | undefined): Channel[] {
    const found = new Set(this.#anyRow);
    for (const [column, byValue] of this.#byColumn)
      for (const channel of byValue.get(row?.[column]) ?? []) found.add(channel);
    return [...found];
  }

  add(channel: Channel): void {
    this.#all.add(channel);
    for (const binding of channel.bindings) {
      const value = valueOf(binding);
      if (binding.table !== this.#table) continue;
      if (value === undefined) {
        this.#anyRow.add(channel);
        continue;
      }
      const byValue = this.#byColumn.get(value.column) ?? new Map<unknown, Set<Channel>>();
      this.#byColumn.set(value.column, byValue);
      byValue.set(value.is, (byValue.get(value.is) ?? new Set()).add(channel));
    }
  }

  remove(channel: Channel): void {
    this.#all.delete(channel);
    this.#anyRow.delete(channel);
    for (const binding of channel.bindings) {
      const value = valueOf(binding);
      const byValue = value && this.#byColumn.get(value.column);
      const channels = byValue?.get(value?.is);
      channels?.delete(channel);
      if (channels?.size === 0) byValue?.delete(value?.is);
      if (value && byValue?.size === 0) this.#byColumn.delete(value.column);
    }
  }
}

/** Column and value that a binding follows; undefined where its filter asks something else, or for a value that JSON writes as a list or object. */
function valueOf({ filter }: Binding): { column: string; is: unknown } | undefined {
  const [value, ...more] = filter?.values ?? [];
  const isPlain = filter?.operator === "eq" && more.length === 0 && value !== undefined && typeof value !== "object";
  return isPlain ? { column: filter.column, is: value } : undefined;
}
