// Reads the address of a call of the table API (the table or function, and the question about it) and its headers. Pure; nothing is read
// twice, and unknown words are refused, since another reader might follow them.
import { ROUTES } from "#server/http/bounds.ts";
import { refuseBrokenText } from "#server/http/bodies.ts";
import { type Filter, addFilter, isName } from "./conditions.ts";
import { Refusal } from "#server/http/refusal.ts";
import { unreadable } from "./refusal.ts";
import type { HeaderReader } from "#server/callers/caller.ts";

export type Order = { column: string; isDescending: boolean; nulls: "first" | "last" | null };

export type Query = {
  /** Columns of the answer; null for all columns. */
  select: readonly string[] | null;
  filters: readonly Filter[];
  /** Values of the filters, in the order of the conditions. */
  values: readonly string[];
  order: readonly Order[];
  limit: number | null;
  offset: number;
  /** Columns of the rows of an insert, where the client names them. */
  columns: readonly string[] | null;
  /** The key, if it stands in the address. */
  apikey: string | null;
};

export type Target = { kind: "table" | "function"; name: string };

export const TABLE_API = "/rest/v1";
/** Most rows of one answer. */
export const MOST_ROWS = ROUTES["GET /rest/v1/<table>"].rows;
const MAX_OFFSET = 1_000_000_000;

/** Reads the path of a call. Throws a Refusal for every other spelling, since no router may read a path otherwise. */
export function readTarget(path: string): Target {
  const found = /^\/rest\/v1\/(rpc\/)?([a-z_][a-z0-9_]{0,62})$/.exec(path);
  if (!found?.[2]) throw new Refusal(404, "PGRST125", "Invalid path specified in request URL");
  return { kind: found[1] === undefined ? "table" : "function", name: found[2] };
}

/**
 * Reads the part of the address behind the question mark. Throws a Refusal for an unknown parameter, or a parameter that stands there
 * twice.
 */
export function readQuery(text: string): Query {
  const found = { filters: [] as Filter[], values: [] as string[] };
  const once = new Map<string, string>();
  for (const part of text === "" ? [] : text.split("&")) {
    const equals = part.indexOf("=");
    const name = equals === -1 ? part : part.slice(0, equals);
    if (!isName(name)) throw unreadable("A parameter's name is not written plainly.");
    const value = decode(part.slice(name.length + 1));
    if (!WORDS.has(name)) addFilter(found, name, value);
    else if (once.has(name)) throw unreadable(`The parameter ${name} stands there twice.`);
    else once.set(name, value);
  }
  return {
    ...found,
    select: mapped(once.get("select"), readSelect),
    order: mapped(once.get("order"), readOrder) ?? [],
    limit: mapped(once.get("limit"), readNumber),
    offset: mapped(once.get("offset"), readNumber) ?? 0,
    columns: mapped(once.get("columns"), readColumns),
    apikey: once.get("apikey") ?? null,
  };
}

/** Parameters that are no filters. PostgREST's other parameters are no columns of any table here, and are refused as such. */
const WORDS: ReadonlySet<string> = new Set(["select", "order", "limit", "offset", "columns", "apikey"]);

const mapped = <T>(text: string | undefined, read: (text: string) => T): T | null =>
  text === undefined ? null : read(text);

function decode(text: string): string {
  let value;
  try {
    value = decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    throw unreadable("The address is not encoded as UTF-8.");
  }
  refuseBrokenText(value);
  return value;
}

function readSelect(text: string): readonly string[] | null {
  if (text === "*") return null;
  const columns = text.split(",").map((column) => {
    if (!isName(column)) throw unreadable(`Only columns can be selected, and '${column}' is not written as one.`);
    return column;
  });
  return eachOnce(columns);
}

/** A long text that was selected a thousand times in one address would be a thousand times as long in the answer. */
function eachOnce(columns: readonly string[]): readonly string[] {
  if (new Set(columns).size < columns.length) throw unreadable("A column stands there twice.");
  return columns;
}

function readOrder(text: string): Order[] {
  const order = text.split(",").map((item) => {
    const [, column, direction, nulls] = /^(\w+)(?:\.(asc|desc))?(?:\.nulls(first|last))?$/.exec(item) ?? [];
    if (column === undefined || !isName(column)) throw unreadable(`The order '${item}' is not supported.`);
    return { column, isDescending: direction === "desc", nulls: (nulls as Order["nulls"] | undefined) ?? null };
  });
  eachOnce(order.map(({ column }) => column));
  return order;
}

function readNumber(text: string): number {
  if (!/^\d{1,10}$/.test(text) || Number(text) > MAX_OFFSET)
    throw unreadable(`A limit or offset must be a number from 0 to ${MAX_OFFSET}.`);
  return Number(text);
}

/** Columns as the client names them for a list of rows: `"a","b"`. */
const readColumns = (text: string): string[] =>
  text.split(",").map((item) => {
    const column = /^"(\w+)"$/.exec(item)?.[1] ?? item;
    if (!isName(column)) throw unreadable(`'${item}' is not a column.`);
    return column;
  });

export type Wishes = {
  /** Whether the answer is a single object and not a list. */
  isSingle: boolean;
  /** Whether the written rows are answered. */
  wantsRows: boolean;
  /** Whether all rows that the filters find are counted. */
  wantsCount: boolean;
};

const SINGLE = "application/vnd.pgrst.object+json";
const JSON_TYPES: ReadonlySet<string> = new Set(["application/json", "application/json;charset=utf-8"]);

/** Reads the wishes in the headers of a call. Throws a Refusal. */
export function readWishes(header: HeaderReader): Wishes {
  if (["accept-profile", "content-profile"].some((name) => (header(name) ?? "public") !== "public"))
    throw new Refusal(406, "PGRST106", "The schema must be one of the following: public");
  const accept = plain(header("accept") ?? "*/*");
  if (accept !== "*/*" && accept !== SINGLE && !JSON_TYPES.has(accept))
    throw new Refusal(406, "PGRST107", "None of these media types are available; application/json is.");
  const words = wordsOf(header("prefer"));
  return {
    isSingle: accept === SINGLE,
    wantsRows: words.has("return=representation"),
    wantsCount: words.has("count=exact"),
  };
}

const PREFERENCES: ReadonlySet<string> = new Set(["return=representation", "return=minimal", "count=exact"]);

function wordsOf(prefer: string | undefined): ReadonlySet<string> {
  const found = (prefer ?? "").split(",").flatMap((word) => word.trim() || []);
  const unknown = found.find((word) => !PREFERENCES.has(word));
  if (unknown !== undefined) throw new Refusal(400, "PGRST122", `The preference '${unknown}' is not supported.`);
  if (new Set(found.map((word) => word.split("=", 1)[0])).size < found.length)
    throw new Refusal(400, "PGRST122", "A preference stands there twice.");
  return new Set(found);
}

/** Throws a Refusal unless a body is JSON; every part of the header counts. */
export function requireJson(header: HeaderReader): void {
  if (!JSON_TYPES.has(plain(header("content-type") ?? "")))
    throw new Refusal(415, "PGRST107", "Only bodies of the type application/json are supported.");
}

/** Parts are cut at their semicolons: a pattern with blanks on both sides takes the square of the blanks, with everybody waiting. */
const plain = (type: string) =>
  type
    .toLowerCase()
    .split(";")
    .map((part) => part.trim())
    .join(";");
