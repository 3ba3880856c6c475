// How values travel between @supabase/lite and PostgreSQL: lite's own rules, with one repaired.

const number = (text: string) => {
  const value = Number(text);
  return Number.isFinite(value) && String(value) === text ? value : text;
};

const bigint = (text: string) => {
  const value = Number(text);
  return Number.isSafeInteger(value) ? value : BigInt(text);
};

/** Dates and times stay the texts that PostgreSQL writes, as PostgREST gives them. */
const asText = (oid: number) => ({
  to: oid,
  from: [oid],
  serialize: (value: unknown) => value,
  parse: (text: string) => text,
});

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
const serializeOnce = (value: unknown) => (isJsonText(value) ? value : JSON.stringify(value));

function isJsonText(value: unknown): value is string {
  if (typeof value !== "string" || !/^\s*[{[]/.test(value)) return false;
  try {
    return typeof JSON.parse(value) === "object";
  } catch {
    return false;
  }
}

/** The `types` of postgres.js for connections that lite works through. */
export const LITE_TYPES = {
  bigint: { to: 20, from: [20], serialize: String, parse: bigint },
  json: json(114, (value) => JSON.stringify(value)),
  jsonb: json(3802, serializeOnce),
  numeric: { to: 1700, from: [1700], serialize: String, parse: number },
  date: asText(1082),
  time: asText(1083),
  timestamp: asText(1114),
  timestamptz: asText(1184),
  timetz: asText(1266),
};
