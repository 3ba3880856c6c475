// The work of each kind of call: the statement of its shape, and its values. Pure.
import type { Weight } from "#server/database/driver/pipeline.ts";
import type { Filter } from "./conditions.ts";
import { type Wishes, MOST_ROWS, type Query } from "./query.ts";
import { Refusal } from "#server/http/refusal.ts";
import { unreadable } from "./refusal.ts";
import { type NewRows, type Row, asText } from "./rows.ts";
import { type DatabaseFunction, type Schema, type Table, functionOf, requireColumns } from "./schema.ts";
import {
  callStatement,
  deleteStatement,
  insertManyStatement,
  insertStatement,
  kindsOf,
  readStatement,
  updateStatement,
} from "./statements.ts";

/** Most rows of a quick answer. A larger answer, or one that has to count or to skip rows, may take long; a row by its key does not. */
const SHORT_ROWS = 200;

/** Whether the filters find a row by a key. */
const isByKey = ({ keys }: Table, filters: readonly Filter[]) =>
  filters.some(([first, ...others]) => others.length === 0 && first?.operator === "eq" && keys.includes(first.column));

/** Work of a call: a statement to run. `shape` is the same for all calls that differ in values alone. */
export type Work = {
  shape: string;
  /** Makes the statement's text, which is needed once a shape. */
  write: () => string;
  values: (string | number | null)[];
  weight: Weight;
  /** Whether the statement may change something. */
  changes: boolean;
  /**
   * Most rows that the call may change, where its filters name no key. The last value of the statement's answer is the number of rows that
   * the filters find.
   */
  most?: number;
};

/** Everything of a call except values, as one text. */
const shapeOf = (...parts: unknown[]) => JSON.stringify(parts);

/** Text of a call that reads, without its values. Names hold none of these signs. */
function readText({ select, filters, order }: Query): string {
  const conditions = filters.map((filter) =>
    filter.map((each) => `${each.column}.${each.operator}${each.operator === "is" ? each.literal : ""}`).join("|"),
  );
  const orders = order.map(({ column, isDescending, nulls }) => `${column}.${isDescending}.${nulls}`);
  return `${select?.join() ?? "*"} ${conditions.join()} ${orders.join()}`;
}

const columnsOf = (filters: readonly Filter[]) => filters.flat().map(({ column }) => column);

/** Throws a Refusal when a call says something that only another kind of call may say. */
function refuse(query: Query, wishes: Wishes, words: readonly ("filters" | "page" | "columns" | "count")[]): void {
  const said = {
    filters: query.filters.length > 0,
    page: query.order.length > 0 || query.limit !== null || query.offset > 0,
    columns: query.columns !== null,
    count: wishes.wantsCount,
  };
  const wrong = words.find((word) => said[word]);
  if (wrong !== undefined) throw unreadable(`This kind of call does not support: ${wrong}.`);
}

function chosen(table: Table, query: Query): readonly string[] {
  requireColumns(table.columns, query.select ?? [], table.name);
  return query.select ?? [...table.columns.keys()].filter((column) => !table.hidden.includes(column));
}

const returningOf = (table: Table, query: Query, wishes: Wishes) =>
  wishes.wantsRows ? { columns: chosen(table, query), isSingle: wishes.isSingle } : null;

/**
 * Rows of a table; `isLong` says that each row comes as a row of its own. The columns are looked for when the statement is written: later
 * calls of the same shape name the same columns.
 */
export function readWork(table: Table, query: Query, wishes: Wishes, isHead: boolean): Work & { isLong: boolean } {
  refuse(query, wishes, ["columns"]);
  const { wantsCount } = wishes;
  const { filters, order, offset } = query;
  const limit = Math.min(query.limit ?? MOST_ROWS, MOST_ROWS);
  const hasOffset = offset > 0;
  const isOne = isByKey(table, filters);
  const isLong = limit > SHORT_ROWS && !isHead && !isOne;
  return {
    shape: `read ${table.name} ${readText(query)} ${limit} ${hasOffset} ${wantsCount} ${isHead}`,
    write() {
      const select = chosen(table, query);
      requireColumns(table.columns, [...columnsOf(filters), ...order.map(({ column }) => column)], table.name);
      return readStatement({ table: table.name, select, filters, order, limit, hasOffset, wantsCount, isHead, isLong });
    },
    values: hasOffset ? [...query.values, offset] : [...query.values],
    weight: !isOne && (limit > SHORT_ROWS || hasOffset || wantsCount) ? "long" : "short",
    isLong,
    changes: false,
  };
}

/** The statement that inserts new rows. */
export function insertWork(table: Table, query: Query, wishes: Wishes, { rows, columns }: NewRows): Work {
  refuse(query, wishes, ["filters", "page", "count"]);
  if (wishes.isSingle && rows.length !== 1) throw notOne(rows.length);
  requireWritable(table, columns);
  const returning = returningOf(table, query, { ...wishes, isSingle: false });
  const [row, ...others] = rows;
  if (others.length > 0)
    return {
      shape: shapeOf("insert many", table.name, columns, returning),
      write: () => insertManyStatement(table.name, columns, returning),
      values: [JSON.stringify(rows)],
      weight: "long",
      changes: true,
    };
  return {
    shape: shapeOf("insert", table.name, columns, returning),
    write: () => insertStatement(table.name, columns, returning),
    values: valuesOf(table, columns, row),
    weight: "write",
    changes: true,
  };
}

/** A row's values in these columns, as PostgreSQL reads them. */
const valuesOf = (table: Table, columns: readonly string[], row: Row = {}) =>
  columns.map((column) => asText(row[column], table.columns.get(column) ?? "plain"));

/** Limit for the number of rows that the filters may find; none where the filters name a key. */
const boundOf = (table: Table, { filters }: Query, most: number | null) =>
  most === null || isByKey(table, filters) ? {} : { most };

/** Work of changed rows, `mostRows` at most. */
export function updateWork(table: Table, query: Query, wishes: Wishes, row: Row, mostRows: number | null): Work {
  refuse(query, wishes, ["page", "columns", "count"]);
  const columns = Object.keys(row);
  if (columns.length === 0) throw new Refusal(400, "PGRST102", "The body names no column.");
  requireFilter(query, "UPDATE");
  requireWritable(table, columns);
  requireColumns(table.columns, columnsOf(query.filters), table.name);
  const returning = returningOf(table, query, wishes);
  const bound = boundOf(table, query, mostRows);
  return {
    shape: shapeOf("update", table.name, columns, query.filters, returning, bound),
    write: () => updateStatement(table.name, columns, query.filters, returning, bound.most ?? null),
    values: [...valuesOf(table, columns, row), ...query.values],
    weight: "write",
    changes: true,
    ...bound,
  };
}

/** Work of removed rows, `mostRows` at most. */
export function deleteWork(table: Table, query: Query, wishes: Wishes, mostRows: number | null): Work {
  refuse(query, wishes, ["page", "columns", "count"]);
  requireFilter(query, "DELETE");
  requireColumns(table.columns, columnsOf(query.filters), table.name);
  const returning = returningOf(table, query, wishes);
  const bound = boundOf(table, query, mostRows);
  return {
    shape: shapeOf("delete", table.name, query.filters, returning, bound),
    write: () => deleteStatement(table.name, query.filters, returning, bound.most ?? null),
    values: [...query.values],
    weight: "write",
    changes: true,
    ...bound,
  };
}

/** A call of a function. `isQuick` says that an index answers these values at once. */
export function callWork(schema: Schema, name: string, query: Query, wishes: Wishes, row: Row, isQuick: boolean) {
  refuse(query, wishes, ["filters", "page", "columns", "count"]);
  const given = Object.keys(row);
  const called = functionOf(schema, name, given);
  if (wishes.isSingle && called.result !== "rows") throw unreadable("Only rows can be asked for as one object.");
  requireColumns(new Set(called.columns), query.select ?? [], name);
  const select = query.select ?? called.columns;
  const weight: Weight = isQuick ? "short" : "long";
  return {
    shape: shapeOf("call", name, given, query.select),
    write: () => callStatement(called, given, select),
    values: argumentsOf(called, row),
    weight,
    changes: called.changes,
    result: called.result,
  };
}

/** The arguments as `callStatement` takes them. */
function argumentsOf(called: DatabaseFunction, row: Row): (string | null)[] {
  const kinds = kindsOf(called, Object.keys(row));
  return kinds === null
    ? [JSON.stringify(row)]
    : Object.values(row).map((value, at) => asText(value, kinds[at] ?? "plain"));
}

/** The refusal of a single object where there is no row, or more than one. */
export const notOne = (found: number): Refusal =>
  new Refusal(406, "PGRST116", "Cannot coerce the result to a single JSON object", {
    details: `The result contains ${found} rows`,
  });

function requireFilter(query: Query, command: string): void {
  if (query.filters.length === 0) throw new Refusal(400, "21000", `${command} requires a WHERE clause`);
}

function requireWritable(table: Table, columns: readonly string[]): void {
  const unknown = columns.find((column) => !table.columns.has(column));
  if (unknown === undefined) return;
  const message = `Could not find the '${unknown}' column of '${table.name}' in the schema cache`;
  throw new Refusal(400, "PGRST204", message);
}
