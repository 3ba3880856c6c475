/** The `filter` of a binding (`column=operator.value`): read, and applied to a row that the subscriber may see. */

const OPERATORS = ["eq", "neq", "gt", "gte", "lt", "lte", "in"] as const;
type Operator = (typeof OPERATORS)[number];

/** Most values that one `in` may list, as in Supabase. */
const MAX_IN_VALUES = 100;

/** Filter as the client typed it; its values are still text. */
export type ParsedFilter = { column: string; operator: Operator; values: string[] };

/** Values as the database writes them in JSON, so that they can be compared with a row's. */
export type Filter = { column: string; operator: Operator; values: unknown[] };

/** The filter cannot be used; `message` is fit to be shown to the client. */
export class FilterError extends Error {
  override name = "FilterError";
}

/**
 * Reads `column=operator.value`.
 * @throws {FilterError} when it is not of that form
 */
export function parseFilter(text: string): ParsedFilter {
  const match = /^([^=]+)=([a-z]+)\.([\s\S]*)$/.exec(text);
  const [, column, operator, value] = match ?? [];
  if (column === undefined || value === undefined || !isOperator(operator)) {
    throw new FilterError(
      `filter ${JSON.stringify(text)} is not column=operator.value with one of ${OPERATORS.join(", ")}`,
    );
  }
  if (operator !== "in") return { column, operator, values: [value] };
  const list = /^\(([\s\S]*)\)$/.exec(value)?.[1];
  if (list === undefined) throw new FilterError(`filter ${JSON.stringify(text)}: in needs (a,b,c)`);
  const values = splitList(list);
  if (values.length > MAX_IN_VALUES) {
    throw new FilterError(`filter on ${column}: at most ${MAX_IN_VALUES} values`);
  }
  return { column, operator, values };
}

/**
 * Whether a row passes the filter. As in SQL, null passes no operator. Texts are ordered by code unit and not by a language; times are in
 * UTC on both sides, so that their texts order as they do.
 */
export function matchesFilter(filter: Filter, row: Readonly<Record<string, unknown>>): boolean {
  const value = row[filter.column];
  if (value === null || value === undefined) return false;
  return TESTS[filter.operator](value, filter.values);
}

const TESTS: Record<Operator, (value: unknown, wanted: readonly unknown[]) => boolean> = {
  eq: (value, wanted) => signsOf(wanted).has(signOf(value)),
  neq: (value, wanted) => !signsOf(wanted).has(signOf(value)),
  in: (value, wanted) => signsOf(wanted).has(signOf(value)),
  gt: (value, [wanted]) => compare(value, wanted) > 0,
  gte: (value, [wanted]) => compare(value, wanted) >= 0,
  lt: (value, [wanted]) => compare(value, wanted) < 0,
  lte: (value, [wanted]) => compare(value, wanted) <= 0,
};

function isOperator(value: string | undefined): value is Operator {
  return OPERATORS.some((operator) => operator === value);
}

/** `a,"b,c"` → `a` and `b,c`: PostgREST's quoting. */
function splitList(text: string): string[] {
  const values: string[] = [];
  const item = /(?:"((?:[^"\\]|\\.)*)"|([^,"]*))(,|$)/gy;
  for (;;) {
    const match = item.exec(text);
    if (!match) throw new FilterError(`in list ${JSON.stringify(text)} is not understood`);
    values.push(match[1]?.replace(/\\(.)/g, "$1") ?? match[2]?.trim() ?? "");
    if (match[3] === "") return values;
  }
}

const signs = new WeakMap<readonly unknown[], ReadonlySet<unknown>>();

/**
 * The signs of a filter's values, made once for each filter. Values that were written as JSON at each change would hold up everybody for a
 * second where thousands of lists are followed.
 */
function signsOf(values: readonly unknown[]): ReadonlySet<unknown> {
  const known = signs.get(values) ?? new Set(values.map(signOf));
  signs.set(values, known);
  return known;
}

const texts = new WeakMap<object, string>();

/** Sign of a value that only equal values have: the value itself, of a list or object its text behind a NUL, which no text of a row holds. */
function signOf(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  const known = texts.get(value) ?? `\0${JSON.stringify(value)}`;
  texts.set(value, known);
  return known;
}

/** Compares two values: negative, zero or positive; NaN (which passes nothing) for values that have no order. */
function compare(a: unknown, b: unknown): number {
  if (typeof a === "number" && typeof b === "number") return a - b;
  if (typeof a === "boolean" && typeof b === "boolean") return Number(a) - Number(b);
  if (typeof a === "string" && typeof b === "string") return a < b ? -1 : a > b ? 1 : 0;
  return Number.NaN;
}
