/**
 * Values of a filter, read as PostgreSQL reads them for a column's kind, without asking the database: a text of nine letters such as
 * `1e131071` is a number of 131 072 digits there, and a join may hold ten thousand of them.
 */
import { ROUTES } from "#server/http/bounds.ts";
import { FilterError } from "./filters.ts";

/** Most letters of a value: numbers and moments are far shorter, as are texts that people follow. */
export const MAX_VALUE_LETTERS = 1000;
/** Most letters of a value of a kind that only the database reads. */
const MAX_ASKED_LETTERS = 100;
/** Most values of all filters of one join. */
export const MAX_JOIN_VALUES = ROUTES["GET /realtime/v1/websocket"].values;

type Reading = {
  /** Spelling of a value; a value in another spelling is refused. */
  spelling: RegExp;
  /** Gives the value as JSON has it, undefined for a value out of range. Left out where only the database knows. */
  read?: (text: string) => unknown;
};

const INTEGER = /^\s*[+-]?\d{1,40}\s*$/;
const NUMBER = /^\s*[+-]?(?=[\d.]{1,100}(?:e|\s*$))(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d{1,3})?\s*$/i;
const MOMENT =
  /^\s*\d{4,6}-\d{1,2}-\d{1,2}(?:[T ]+\d{1,2}(?::\d{1,2}){0,2}(?:\.\d{1,9})?\s*(?:Z|UTC|GMT|[+-]\d{1,2}(?::?\d{2})?)?)?\s*$/i;
const TIME = /^\s*\d{1,2}(?::\d{1,2}){1,2}(?:\.\d{1,9})?\s*(?:Z|[+-]\d{1,2}(?::?\d{2})?)?\s*$/i;
/** A uuid may stand in braces and without hyphens too, as PostgreSQL takes it. */
const UUID = /^\s*\{?(?:[\da-f]{4}-?){7}[\da-f]{4}\}?\s*$/i;
const TRUE = /^\s*(?:t|tr|tru|true|y|ye|yes|on|1)\s*$/i;
const FALSE = /^\s*(?:f|fa|fal|fals|false|n|no|of|off|0)\s*$/i;

const whole = (bits: bigint): Reading => ({
  spelling: INTEGER,
  read: (text) => {
    const value = BigInt(text.trim().replace(/^\+/, ""));
    return value === BigInt.asIntN(Number(bits), value) ? Number(value) : undefined;
  },
});
const finite = (text: string) => (Number.isFinite(Number(text)) ? Number(text) : undefined);

/** Kinds by their name in `pg_type`. */
const READINGS: Readonly<Record<string, Reading>> = {
  int2: whole(16n),
  int4: whole(32n),
  int8: whole(64n),
  numeric: { spelling: NUMBER, read: finite },
  float8: { spelling: NUMBER, read: finite },
  // The database rounds the fraction to fewer digits.
  float4: { spelling: NUMBER },
  bool: { spelling: new RegExp(`${TRUE.source}|${FALSE.source}`, "i"), read: (text) => TRUE.test(text) },
  uuid: {
    spelling: UUID,
    read: (text) =>
      text
        .replaceAll(/[^\da-f]/gi, "")
        .toLowerCase()
        .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5"),
  },
  date: { spelling: MOMENT },
  timestamp: { spelling: MOMENT },
  timestamptz: { spelling: MOMENT },
  time: { spelling: TIME },
  timetz: { spelling: TIME },
  text: { spelling: /^/, read: (text) => text },
  varchar: { spelling: /^/, read: (text) => text },
};

/** A number of more than three digits in the exponent, or of fifty digits, wherever it stands in the text of a value. */
const LONG_NUMBER = /\de[+-]?0*\d{4}|\d{50}/i;

/**
 * A filter's value as the database writes it in JSON; null where only the database knows. `type` is the column's name in `pg_type`,
 * `typeSql` the same as SQL writes it.
 * @throws {FilterError} when the text is no value of the column's kind, or is too long for such a value
 */
export function readFilterValue(text: string, column: { name: string; type: string; typeSql: string }) {
  const { name, type, typeSql } = column;
  const shown = JSON.stringify(text.slice(0, 50));
  const refuse = (why: string) => new FilterError(`filter on ${name}: ${why} type ${typeSql}: ${shown}`);
  const reading = Object.hasOwn(READINGS, type) ? READINGS[type] : undefined;
  const isText = reading?.read !== undefined && reading.spelling.source === "^";
  if (text.length > (isText ? MAX_VALUE_LETTERS : MAX_ASKED_LETTERS)) throw refuse("value too long for");
  if (reading === undefined) {
    if (LONG_NUMBER.test(text)) throw refuse("a number is too long for");
    return null;
  }
  if (!reading.spelling.test(text)) throw refuse("invalid input syntax for");
  if (reading.read === undefined) return null;
  const value = reading.read(text);
  if (value === undefined) throw refuse("value out of range for");
  return { value };
}
