// Makes the statement of a call from its shape, never from its values, and keeps it: a shape is written once, and prepared once for each
// connection. The database writes the JSON.
import { COMPARISONS, type Condition, type Filter } from "./conditions.ts";
import { MOST_ROWS, type Order, type Query } from "./query.ts";
import type { DatabaseFunction } from "./schema.ts";

/** A name as SQL takes it; names hold only letters, digits and underscores at this point. */
const quoted = (name: string) => `"${name}"`;
const listed = (names: readonly string[], of = "") => names.map((name) => of + quoted(name)).join(", ");

/** SQL of a condition; `next` gives the place of a value. */
function conditionSql(condition: Condition, next: () => string): string {
  const column = `t.${quoted(condition.column)}`;
  if (condition.operator === "is") return `${column} is ${condition.literal}`;
  if (condition.operator === "in") return `${column} = any (${next()})`;
  return `${column} ${COMPARISONS[condition.operator]} ${next()}`;
}

function whereSql(filters: readonly Filter[], before: number): string {
  if (filters.length === 0) return "";
  let last = before;
  const next = () => `$${(last += 1)}`;
  const all = filters.map((filter) => `(${filter.map((each) => conditionSql(each, next)).join(" or ")})`);
  return ` where ${all.join(" and ")}`;
}

const valuesOf = (filters: readonly Filter[]) => filters.flat().filter(({ operator }) => operator !== "is").length;

function orderSql(order: readonly Order[]): string {
  if (order.length === 0) return "";
  const items = order.map(({ column, isDescending, nulls }) =>
    [`t.${quoted(column)}`, isDescending ? "desc" : "asc", ...(nulls === null ? [] : [`nulls ${nulls}`])].join(" "),
  );
  return ` order by ${items.join(", ")}`;
}

/** The number of rows and the rows themselves, as one row of texts. */
const asJson = (source: string, more = "") =>
  `select count(*), coalesce(json_agg(t), '[]')::text${more} from (${source}) t`;

export type ReadShape = Pick<Query, "filters" | "order"> & {
  table: string;
  select: readonly string[];
  limit: number;
  /** Whether rows are skipped; their number is the last value of the statement. */
  hasOffset: boolean;
  wantsCount: boolean;
  /** A HEAD call needs no rows. */
  isHead: boolean;
  /** Many rows come one by one: a text of some megabytes would hold up everybody while it is read and sent. */
  isLong: boolean;
};

/**
 * Statement for rows of a table: their number, their JSON, and the number that the filters find, if that was asked. Many rows come as a row
 * each, with its JSON and that number; the JSON is null where there is no row. Values: those of the filters, the offset.
 */
export function readStatement(shape: ReadShape): string {
  const from = ` from public.${quoted(shape.table)} t${whereSql(shape.filters, 0)}`;
  const skip = shape.hasOffset ? ` offset $${valuesOf(shape.filters) + 1}` : "";
  const page = `${orderSql(shape.order)} limit ${shape.limit}${skip}`;
  const all = shape.wantsCount ? `, (select count(*)${from})` : "";
  const rows = `select ${listed(shape.select, "t.")}${from}${page}`;
  if (shape.isHead) return `select count(*), ''${all} from (${rows}) t`;
  if (!shape.isLong) return asJson(rows, all);
  if (!shape.wantsCount) return `select row_to_json(t)::text from (${rows}) t`;
  return `select row_to_json(t)::text, a.found from (select count(*) as found${from}) a left join lateral (${rows}) t on true`;
}

/** Answer of a statement that writes: the rows in these columns, or no rows where it is null. */
type Returning = { columns: readonly string[]; isSingle: boolean } | null;

function answering(write: string, returning: Returning): string {
  if (returning === null) return write;
  // A caller who asks for one row and meets several changes nothing.
  const check = returning.isSingle ? ", private.expect_one_row(count(*))" : "";
  return `with t as (${write} returning ${listed(returning.columns, "t.")}) ${asJson("select * from t", check)}`;
}

/** Most rows that a statement may change, with the table and the filters that find them; null where a key finds one row at most. */
export type Guard = { most: number; table: string; where: string } | null;

/**
 * Answer of a statement that changes the rows that its filters find. With a guard the statement changes nothing when its filters find more
 * rows than allowed. The last value is the number of found rows, counted up to one more than allowed.
 */
function guarded(write: string, returning: Returning, guard: Guard): string {
  if (guard === null) return answering(write, returning);
  const { most, table, where } = guard;
  const found = `select count(*) as rows from (select from public.${quoted(table)} t${where} limit ${most + 1}) f`;
  const rows = returning === null ? "1" : listed(returning.columns, "t.");
  const changed = `${write} and (select rows from found) <= ${most} returning ${rows}`;
  const check = returning?.isSingle === true ? ", private.expect_one_row(count(*))" : "";
  const more = `${check}, (select rows from found)`;
  const answer = returning === null ? `select count(*), ''${more} from t` : asJson("select * from t", more);
  return `with found as materialized (${found}), t as (${changed}) ${answer}`;
}

/** Statement for one new row. Its values are those of the columns. */
export function insertStatement(table: string, columns: readonly string[], returning: Returning): string {
  const into = `insert into public.${quoted(table)} as t`;
  if (columns.length === 0) return answering(`${into} default values`, returning);
  return answering(
    `${into} (${listed(columns)}) values (${columns.map((_, at) => `$${at + 1}`).join(", ")})`,
    returning,
  );
}

/** Statement for new rows from a list of objects as JSON, which is the only value. */
export function insertManyStatement(table: string, columns: readonly string[], returning: Returning): string {
  const into = `insert into public.${quoted(table)} as t`;
  const rows = `json_populate_recordset(null::public.${quoted(table)}, $1::json)`;
  return answering(`${into} (${listed(columns)}) select ${listed(columns)} from ${rows}`, returning);
}

/** Statement for changed rows, at most `most` where it is given. Values: those of the columns, then those of the filters. */
export function updateStatement(
  table: string,
  columns: readonly string[],
  filters: readonly Filter[],
  returning: Returning,
  most: number | null = null,
): string {
  const set = columns.map((column, at) => `${quoted(column)} = $${at + 1}`).join(", ");
  const where = whereSql(filters, columns.length);
  return guarded(
    `update public.${quoted(table)} t set ${set}${where}`,
    returning,
    most === null ? null : { most, table, where },
  );
}

/** Statement for removed rows, at most `most` where it is given. Values: those of the filters. */
export function deleteStatement(
  table: string,
  filters: readonly Filter[],
  returning: Returning,
  most: number | null = null,
): string {
  const where = whereSql(filters, 0);
  return guarded(
    `delete from public.${quoted(table)} t${where}`,
    returning,
    most === null ? null : { most, table, where },
  );
}

/**
 * The kind of each given argument, in their order; null where an argument has none. With kinds each argument is a value of its own, which
 * spares PostgreSQL a tenth of a search: one object of JSON would have to be taken apart.
 */
export function kindsOf({ parameters }: DatabaseFunction, given: readonly string[]): ("plain" | "json")[] | null {
  const kinds = given.flatMap((name) => parameters.find((parameter) => parameter.name === name)?.kind ?? []);
  return kinds.length < given.length ? null : kinds;
}

/** Statement that calls a function. Its values are the arguments, or one object of JSON with all of them where `kindsOf` gives null. */
export function callStatement(called: DatabaseFunction, given: readonly string[], select: readonly string[]): string {
  const { name, parameters, result } = called;
  const typeOf = (argument: string) => parameters.find((parameter) => parameter.name === argument)?.type ?? "text";
  const isEach = kindsOf(called, given) !== null;
  const valueOf = (argument: string, at: number) =>
    isEach ? `$${at + 1}::${typeOf(argument)}` : `x.${quoted(argument)}`;
  const named = given.map((argument, at) => `${quoted(argument)} => ${valueOf(argument, at)}`).join(", ");
  const record = given.map((argument) => `${quoted(argument)} ${typeOf(argument)}`).join(", ");
  const from = isEach ? "" : ` from json_to_record($1::json) as x(${record})`;
  const call = `public.${quoted(name)}(${named})`;
  if (result !== "rows") return `select 1, to_json(${call})::text${from}`;
  const source = isEach ? ` from ${call} t` : `${from}, lateral ${call} t`;
  return asJson(`select ${listed(select, "t.")}${source} limit ${MOST_ROWS}`);
}

/** Most shapes that are kept; the least recently used shape goes for a new one. */
const MOST_KEPT = 500;

type ShapedStatement = {
  name: string;
  text: string;
  /** Whether the last answer was so long that it went out in pieces. */
  isLarge: boolean;
};

export class Shapes {
  /** Shapes, the least recently used first. */
  readonly #kept = new Map<string, ShapedStatement>();
  /** Number for the next name. A name is given once, even when its shape is forgotten. */
  #named = 0;

  get({ shape, write }: { shape: string; write: () => string }): ShapedStatement {
    const known = this.#kept.get(shape);
    if (known !== undefined) {
      this.#kept.delete(shape);
      this.#kept.set(shape, known);
      return known;
    }
    this.#named += 1;
    const made = { name: `s${this.#named}`, text: write(), isLarge: false };
    this.#kept.set(shape, made);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > MOST_KEPT && oldest !== undefined) this.#kept.delete(oldest);
    return made;
  }

  /** Forgets all shapes, since the tables may have changed. */
  clear(): void {
    this.#kept.clear();
  }
}
