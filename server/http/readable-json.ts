// Reads bodies that must be one JSON object which PostgreSQL can store.
//
// Why: PostgreSQL has no text with NUL or half a surrogate pair, and a service would otherwise fail where it should refuse.
// Contract tests: tests/backend/bad-input-accounts.test.ts, tests/backend/bad-input-storage.test.ts.

/** Objects and lists may lie this deep in one another; what the product sends needs three levels. */
const MAX_DEPTH = 100;

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

/** Throws UnreadableError for a value that is nested too deeply or holds a broken text. It goes level by level, as a recursion would break. */
export function refuseBrokenValue(value: unknown): void {
  let level = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_DEPTH) throw new UnreadableError(`The value is nested deeper than ${MAX_DEPTH} levels.`);
    const inner: unknown[] = [];
    for (const item of level) {
      if (typeof item === "string") refuseBrokenText(item);
      else if (typeof item === "object" && item !== null) inner.push(...parts(item));
    }
    level = inner;
  }
}

const parts = (value: object): unknown[] =>
  Array.isArray(value) ? value : [...Object.keys(value), ...(Object.values(value) as unknown[])];

/** The object that a body holds. Throws UnreadableError when it holds none, or one that cannot be stored. */
export function parseObject(text: string): Record<string, unknown> {
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
