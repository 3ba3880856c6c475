// Reads filters of the table API: `column=operator.value`, and one level of `or=(…)`. Pure.
import { Refusal } from "#server/http/refusal.ts";
import { unreadable } from "./refusal.ts";
import { asList } from "./rows.ts";

/** Operators that compare a column with a value, as SQL writes them. */
export const COMPARISONS = { eq: "=", neq: "<>", lt: "<", lte: "<=", gt: ">", gte: ">=" } as const;
type Comparison = keyof typeof COMPARISONS;
const LITERALS = ["null", "true", "false"] as const;

/** A comparison. Its value is kept apart: the same comparison of another value is the same statement. */
export type Condition =
  | { column: string; operator: Comparison | "in" }
  | { column: string; operator: "is"; literal: (typeof LITERALS)[number] };

/** Filter of a call: at least one of its conditions (`or`) must hold. All filters of a call must hold. */
export type Filter = readonly Condition[];

/** Filters, and their values in the order in which the conditions stand. */
export type Filters = { filters: Filter[]; values: string[] };

/** Most conditions of a call: more than a screen asks for, and few enough for the database to compare with every row. */
const MAX_CONDITIONS = 30;

/** Whether a text is written like the name of a column, table or function. */
export const isName = (text: string): boolean => /^[a-z_][a-z0-9_]{0,62}$/.test(text);

/** Adds the filter `name=value` of an address. Throws a Refusal. */
export function addFilter(found: Filters, name: string, value: string): void {
  if (name === "or") found.filters.push(readOr(value, found.values));
  else found.filters.push([readCondition(name, value, found.values)]);
  if (found.filters.reduce((sum, filter) => sum + filter.length, 0) > MAX_CONDITIONS)
    throw new Refusal(400, "PGRST100", `More than ${MAX_CONDITIONS} filters are not supported.`);
}

/** Reads `operator.value` of a column outside of `or`, where the value ends with the address. */
function readCondition(column: string, text: string, values: string[]): Condition {
  const [, operator, value = ""] = /^([^.]*)\.(.*)$/s.exec(text) ?? [];
  if (operator === undefined) throw unreadable(`The filter of ${column} is not written as operator.value.`);
  if (operator !== "in") return condition(column, operator, value, values);
  const list = new Reader(value);
  const items = list.readList();
  list.expectEnd();
  return condition(column, operator, asList(items), values);
}

function condition(column: string, operator: string, value: string, values: string[]): Condition {
  if (!isName(column)) throw unreadable(`'${column}' is not a column.`);
  if (operator === "is") {
    const literal = LITERALS.find((known) => known === value);
    if (literal === undefined) throw unreadable("After is. only null, true and false are supported.");
    return { column, operator, literal };
  }
  if (operator !== "in" && !Object.hasOwn(COMPARISONS, operator))
    throw unreadable(`The operator '${operator}' is not supported.`);
  values.push(value);
  return { column, operator: operator as Comparison | "in" };
}

/** Reads `(column.operator.value,…)`: a value ends at a comma or bracket unless it stands in quotes. */
function readOr(text: string, values: string[]): Filter {
  const reader = new Reader(text);
  const conditions: Condition[] = [];
  reader.expect("(");
  do {
    const column = reader.readWord();
    const operator = reader.readWord();
    const value = operator === "in" ? asList(reader.readList()) : reader.readValue();
    conditions.push(condition(column, operator, value, values));
  } while (reader.accepts(","));
  reader.expect(")");
  reader.expectEnd();
  return conditions;
}

/** Reader of a text from left to right. */
class Reader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  accepts(sign: string): boolean {
    if (this.#text[this.#at] !== sign) return false;
    this.#at += 1;
    return true;
  }

  expect(sign: string): void {
    if (!this.accepts(sign)) throw unreadable(`Expected '${sign}' at place ${this.#at + 1} of the filter.`);
  }

  expectEnd(): void {
    if (this.#at < this.#text.length) throw unreadable(`Unexpected letters at place ${this.#at + 1} of the filter.`);
  }

  /** Takes the letters up to the next dot, and passes the dot. */
  readWord(): string {
    const end = this.#text.indexOf(".", this.#at);
    const word = this.#text.slice(this.#at, Math.max(end, this.#at));
    if (!isName(word)) throw unreadable(`Expected a column and an operator at place ${this.#at + 1} of the filter.`);
    this.#at = end + 1;
    return word;
  }

  /** Takes a value in quotes, where a backslash takes the next letter as it is, or else the letters up to a comma or bracket. */
  readValue(): string {
    if (!this.accepts('"')) return this.#take(/[^,()]*/y);
    const value = this.#take(/(?:[^"\\]|\\.)*/sy).replaceAll(/\\(.)/gs, "$1");
    this.expect('"');
    return value;
  }

  /** Gives the text that the pattern finds from here on, and passes it. */
  #take(pattern: RegExp): string {
    pattern.lastIndex = this.#at;
    const [taken = ""] = pattern.exec(this.#text) ?? [];
    this.#at += taken.length;
    return taken;
  }

  readList(): string[] {
    this.expect("(");
    if (this.accepts(")")) return [];
    const items: string[] = [];
    do items.push(this.readValue());
    while (this.accepts(","));
    this.expect(")");
    return items;
  }
}
