// How values of the database come to @supabase/lite: as its own connection reads them, and moments as PostgREST writes them.
import { type CustomTypesConfig, types } from "pg";

const asIs = (text: string) => text;

const bigint = (text: string) => {
  const value = Number(text);
  return Number.isSafeInteger(value) ? value : BigInt(text);
};

/**
 * A moment as PostgREST and the realtime gateway write it, `2026-11-21T10:09:33.715714+00:00`: PostgreSQL's own text has a space
 * and a short offset, which Safari does not read, and the same row would come in two spellings.
 * Contract test: tests/backend/rest.test.ts ("carry moments").
 */
const isoMoment = (text: string): string =>
  /^\d+-\d\d-\d\d \d/.test(text) && !text.endsWith("BC")
    ? text.replace(" ", "T").replace(/([+-]\d\d)$/, "$1:00")
    : text;

/** Lists of names, which lite asks for when it reads the schema and which `pg` gives as one text. */
const NAMES = 1003;
const TEXTS = 1009;

/** As `pg` reads a type; any number is one, not those alone that it has names for. */
const parserOf = types.getTypeParser as (oid: number) => (text: string) => unknown;

const PARSERS = new Map<number, (text: string) => unknown>([
  [types.builtins.INT8, bigint],
  [types.builtins.DATE, asIs],
  [types.builtins.TIME, asIs],
  [types.builtins.TIMETZ, asIs],
  [types.builtins.TIMESTAMP, isoMoment],
  [types.builtins.TIMESTAMPTZ, isoMoment],
  [NAMES, parserOf(TEXTS)],
]);

/** The `types` of pools that lite works through. */
export const LITE_TYPES: CustomTypesConfig = {
  getTypeParser: (oid: number) => PARSERS.get(oid) ?? parserOf(oid),
};
