// Reads bodies of JSON, and refuses values that PostgreSQL cannot store.
//
// A NUL or half of a surrogate pair ends in an error of the database that says nothing to people, and deep nesting costs a stack. Contract
// tests: tests/backend/bad-input/accounts.test.ts, tests/backend/bad-input/storage.test.ts.

import { ROUTES } from "./bounds.ts";

/** Deepest nesting of objects and lists; the product sends three levels. */
const MAX_DEPTH = 100;

/**
 * Most values and names of a body: two hundred rows of thirty columns, three times over. A million values take a second, in which nobody
 * else is answered.
 */
const MAX_VALUES: number = ROUTES["POST /rest/v1/<table>"].values;

const [QUOTE, BACKSLASH, COMMA, LIST, OBJECT] = [0x22, 0x5c, 0x2c, 0x5b, 0x7b];

/** Throws UnreadableError for a body that holds more than `most` values, before it is parsed: a value stands behind a comma or a bracket. */
export function refuseManyValues(body: Uint8Array, most = MAX_VALUES): void {
  let values = 0;
  for (let at = 0; at < body.length; at += 1) {
    const sign = body[at];
    if (sign === QUOTE) at = endOfText(body, at);
    else if ((sign === COMMA || sign === LIST || sign === OBJECT) && (values += 1) > most)
      throw new UnreadableError(`The body holds more than ${most} values.`);
  }
}

/** Place of the quote that ends the text which begins at `start`: the next one with an even number of backslashes before it. */
function endOfText(body: Uint8Array, start: number): number {
  for (let end = body.indexOf(QUOTE, start + 1); end !== -1; end = body.indexOf(QUOTE, end + 1)) {
    let before = end - 1;
    while (body[before] === BACKSLASH) before -= 1;
    if ((end - before) % 2 === 1) return end;
  }
  return body.length;
}

const HALF_PAIR = /\p{Surrogate}/u;

/** A body that cannot be read; `message` says why, for people. */
export class UnreadableError extends Error {
  override name = "UnreadableError";
}

/** Throws UnreadableError for a text that PostgreSQL cannot store. */
export function refuseBrokenText(text: string): void {
  if (text.includes("\0")) throw new UnreadableError("A text must not contain the character NUL.");
  if (HALF_PAIR.test(text))
    throw new UnreadableError("A text contains half of a surrogate pair, which is no character.");
}

/**
 * Throws UnreadableError for a value that is nested too deeply, or holds a broken text or a number that is too large. The walk goes level
 * by level, since a recursion would break at deep values.
 */
export function refuseBrokenValue(value: unknown): void {
  let level = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_DEPTH) throw new UnreadableError(`The value is nested deeper than ${MAX_DEPTH} levels.`);
    const inner: unknown[] = [];
    for (const item of level) {
      if (typeof item === "string") refuseBrokenText(item);
      // JSON.parse reads `1e400` as Infinity, which JSON.stringify writes as null.
      else if (typeof item === "number" && !Number.isFinite(item)) throw new UnreadableError("A number is too large.");
      else if (typeof item === "object" && item !== null) for (const part of parts(item)) inner.push(part);
    }
    level = inner;
  }
}

const parts = (value: object): unknown[] =>
  Array.isArray(value) ? value : [...Object.keys(value), ...(Object.values(value) as unknown[])];

/**
 * Parses the object of a body. Throws UnreadableError for a body that is no object, holds too many values, or holds a value that cannot be
 * stored.
 */
export function parseObject(text: string): Record<string, unknown> {
  refuseManyValues(Buffer.from(text));
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new UnreadableError("The body is not JSON.");
  }
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new UnreadableError("The body must be a JSON object.");
  refuseBrokenValue(value);
  return value as Record<string, unknown>;
}
