// How values travel between @supabase/lite and PostgreSQL: lite's own rules, with those repaired that let a wrong value through.
import { parseArray, serializeArray } from "./array-values.ts";
import { Structure } from "./bound-values.ts";

const asIs = (text: string) => text;

const number = (text: string) => {
  const value = Number(text);
  return Number.isFinite(value) && String(value) === text ? value : text;
};

const bigint = (text: string) => {
  const value = Number(text);
  return Number.isSafeInteger(value) ? value : BigInt(text);
};

/**
 * Every serializer gives a text and never throws: postgres.js runs it between two messages, and a connection on which it failed
 * waits for ever. What the text is worth is said by the database. Contract test: tests/backend/bad-input-rows.test.ts.
 */
const asText = (oid: number, parse = asIs) => ({
  to: oid,
  from: [oid],
  serialize: (value: unknown) => (value instanceof Date ? value.toISOString() : String(value)),
  parse,
});

/**
 * A moment as PostgREST and the realtime gateway write it, `2026-11-21T10:09:33.715714+00:00`: PostgreSQL's own text has a space
 * and a short offset, which Safari does not read, and the same row would come in two spellings.
 * Contract test: tests/backend/rest.test.ts ("carry moments").
 */
export const isoMoment = (text: string): string =>
  /^\d+-\d\d-\d\d \d/.test(text) && !text.endsWith("BC")
    ? text.replace(" ", "T").replace(/([+-]\d\d)$/, "$1:00")
    : text;

const json = (oid: number, serialize: (value: unknown) => unknown) => ({
  to: oid,
  from: [oid],
  serialize,
  parse: (text: string): unknown => JSON.parse(text),
});

/**
 * lite hands the sign-in service's and the storage's metadata over as texts of JSON, which would be written as JSON once more:
 * policies and triggers would then meet a string where hosted Supabase has an object.
 * Contract test: tests/backend/auth.test.ts ("signs up").
 */
const serializeOnce = (value: unknown) => (isJsonText(value) ? value : asJson(value));

const asJson = (value: unknown) => (value instanceof Structure ? value.text : JSON.stringify(value));

function isJsonText(value: unknown): value is string {
  if (typeof value !== "string" || !/^\s*[{[]/.test(value)) return false;
  try {
    return typeof JSON.parse(value) === "object";
  } catch {
    return false;
  }
}

const SINGLE = {
  bigint: { to: 20, from: [20], serialize: String, parse: bigint },
  json: json(114, asJson),
  // postgres.js would store everything that is not `true` as false.
  boolean: { to: 16, from: [16], serialize: String, parse: (text: string) => text === "t" },
  jsonb: json(3802, serializeOnce),
  numeric: { to: 1700, from: [1700], serialize: String, parse: number },
  date: asText(1082),
  time: asText(1083),
  timestamp: asText(1114, isoMoment),
  timestamptz: asText(1184, isoMoment),
  timetz: asText(1266),
};

const listOf = (value: unknown) => (value instanceof Structure && Array.isArray(value.value) ? value.value : value);

/** Array types of PostgreSQL that are built in, with how an element is read. */
const ARRAYS: Record<number, (element: string) => unknown> = {
  1000: (element) => element === "t",
  1002: asIs,
  1003: asIs,
  1005: Number,
  1007: Number,
  1009: asIs,
  1015: asIs,
  1016: bigint,
  1021: Number,
  1022: Number,
  1028: Number,
  1115: isoMoment,
  1182: asIs,
  1183: asIs,
  1185: isoMoment,
  1231: number,
  199: (element) => JSON.parse(element) as unknown,
  2951: asIs,
  3807: (element) => JSON.parse(element) as unknown,
};

const arrays = Object.entries(ARRAYS).map(([oid, parse]) => {
  const isJson = ["199", "3807"].includes(oid);
  const write = (element: unknown) => (isJson || typeof element !== "string" ? JSON.stringify(element) : element);
  const type = {
    to: Number(oid),
    from: [Number(oid)],
    serialize: (value: unknown) => serializeArray(listOf(value), write),
    parse: (text: string) => parseArray(text, parse),
  };
  return [`array${oid}`, type] as const;
});

/** The `types` of postgres.js for connections that lite works through; `fetch_types` is off there. */
export const LITE_TYPES = { ...SINGLE, ...Object.fromEntries(arrays) };
