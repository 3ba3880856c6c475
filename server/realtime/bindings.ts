/** What a join asks for, made into what the gateway follows: tables of the publication, checked filters, ids. */
import type { Database } from "#server/database/driver/connect.ts";
import type { Catalogue } from "./changes/changes.ts";
import { parseFilter } from "./filters.ts";
import type { BindingRequest } from "./protocol.ts";
import type { Binding } from "./subscriptions.ts";
import { resolveFilter } from "./visibility.ts";

/** A join was refused; `message` goes to the client. */
export class Refusal extends Error {
  override name = "Refusal";
}

type Sources = { database: Database; catalogue(): Catalogue; refreshCatalogue(): Promise<void> };

/**
 * The bindings of a channel; `ids` are those of `bindingIds`. A wish for a table that is not known yet makes the
 * publication be read again.
 * @throws {Refusal} when a table cannot be followed, {FilterError} when a filter cannot be applied
 */
export async function bindRequests(
  requests: readonly BindingRequest[],
  ids: readonly number[],
  sources: Sources,
): Promise<Binding[]> {
  const bindings: Binding[] = [];
  for (const [index, request] of requests.entries()) {
    if (tablesOf(request, sources.catalogue()).length === 0) await sources.refreshCatalogue();
    const tables = tablesOf(request, sources.catalogue());
    if (tables.length === 0) {
      const asked = `${request.schema ?? "public"}.${request.table ?? "*"}`;
      throw new Refusal(`Unable to subscribe to changes: ${asked} is not in publication supabase_realtime`);
    }
    const parsed = request.filter ? parseFilter(request.filter) : null;
    for (const name of tables) {
      const table = sources.catalogue().get(name);
      if (!table) continue;
      const filter = parsed && (await resolveFilter(sources.database, table, parsed));
      bindings.push({ id: ids[index] ?? 0, event: request.event, table: name, filter });
    }
  }
  return bindings;
}

/** Tables that a request means: `*` or nothing stands for all that can be followed. */
function tablesOf(request: BindingRequest, catalogue: Catalogue): string[] {
  const schema = request.schema ?? "public";
  const name = request.table ?? "*";
  return [...catalogue]
    .filter(([, table]) => (schema === "*" || table.schema === schema) && (name === "*" || table.name === name))
    .map(([key]) => key);
}

/**
 * Ids for the bindings of one channel: above 0, as the client takes 0 for none, and the same for the same request on
 * every socket, so that sockets can share one encoded frame.
 */
export function bindingIds(requests: readonly BindingRequest[]): number[] {
  const taken = new Map<number, string>();
  return requests.map((request) => {
    const text = JSON.stringify([request.event, request.schema, request.table, request.filter]);
    let id = fingerprint(text);
    while (taken.has(id) && taken.get(id) !== text) id = (id % 0x7fffffff) + 1;
    taken.set(id, text);
    return id;
  });
}

/** FNV-1a, in 1 … 2^31 − 1. */
function fingerprint(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return hash >>> 1 || 1;
}
