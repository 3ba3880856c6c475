/**
 * Bindings of a channel. A join asks for tables and filters; the gateway answers with the tables of the publication that it follows, with
 * checked filters and ids.
 */
import type { Catalogue, Table } from "./changes/changes.ts";
import { type Filter, FilterError, type ParsedFilter, parseFilter } from "./filters.ts";
import { MAX_JOIN_VALUES, readFilterValue } from "./filter-values.ts";
import type { BindingRequest } from "./protocol.ts";
import type { Binding } from "./channel.ts";
import type { ValueReader } from "./value-reader.ts";

/** A join was refused; `message` goes to the client. */
export class Refusal extends Error {
  override name = "Refusal";
}

type Sources = {
  values: Pick<ValueReader, "read">;
  catalogue(): Catalogue;
  refreshCatalogue(): Promise<void>;
  /** Signal that the joining client is gone. */
  gone: AbortSignal;
};

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
  if (countValues(requests) > MAX_JOIN_VALUES)
    throw new Refusal(`join refused: at most ${MAX_JOIN_VALUES} values in the filters of a channel`);
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
      const filter = parsed && (await resolveFilter(sources, table, parsed));
      bindings.push({ id: ids[index] ?? 0, event: request.event, table: name, filter });
    }
  }
  return bindings;
}

/** Most values that the filters may name, counted before any value is read. */
const countValues = (requests: readonly BindingRequest[]): number =>
  requests.reduce((sum, { filter }) => (filter ? sum + filter.split(",").length : sum), 0);

/**
 * Turns a filter's values into what the database writes for them in JSON (a uuid in small letters, a time in UTC).
 * @throws {FilterError} when the column does not exist or a value is not of its type
 */
async function resolveFilter({ values: reader, gone }: Sources, table: Table, parsed: ParsedFilter): Promise<Filter> {
  const { operator, values: texts } = parsed;
  const column = table.columns.find((candidate) => candidate.name === parsed.column);
  if (!column) throw new FilterError(`column ${parsed.column} does not exist in ${table.schema}.${table.name}`);
  const read = texts.map((text) => readFilterValue(text, column));
  if (read.every((each) => each !== null))
    return { column: column.name, operator, values: read.map((each) => each.value) };
  try {
    return { column: column.name, operator, values: await reader.read(column.typeSql, texts, gone) };
  } catch (error) {
    throw error instanceof FilterError ? new FilterError(`filter on ${column.name}: ${error.message}`) : error;
  }
}

/** Tables that a request means: `*` or nothing stands for all tables that can be followed. */
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

/** The FNV-1a hash of a text, in 1 … 2^31 − 1. */
function fingerprint(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return hash >>> 1 || 1;
}
