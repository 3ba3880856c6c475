// Values of a statement on their way to postgres.js: what cannot be stored as it was sent is refused here.
//
// Why: postgres.js writes an object into a text column as "[object Object]", a half surrogate pair as another letter, and cuts a
// statement at a NUL; and what throws while it writes leaves the connection waiting for ever.
// Contract test: tests/backend/bad-input-rows.test.ts.
import { UnreadableError, refuseBrokenText, refuseBrokenValue } from "#server/http/readable-json.ts";

/** As postgres.js counts. */
const MAX_VALUES = 65_534;

/** An object or a list: its value for array columns, its JSON for all others. */
export class Structure {
  readonly value: object;
  readonly text: string;

  constructor(value: object) {
    this.value = value;
    this.text = JSON.stringify(value);
  }

  toString(): string {
    return this.text;
  }
}

/**
 * Gives the values of a statement as postgres.js can write them for every type of column. Throws an error with a SQLSTATE when the
 * statement or one of them holds what PostgreSQL cannot store.
 */
export function boundValues(statement: string, values: readonly unknown[]): unknown[] {
  if (values.length > MAX_VALUES) throw refusal("54000", `A request may hold at most ${MAX_VALUES} values.`);
  try {
    refuseBrokenText(statement);
    return values.map(boundValue);
  } catch (error) {
    if (error instanceof UnreadableError) throw refusal("22021", error.message);
    throw error;
  }
}

function boundValue(value: unknown): unknown {
  if (typeof value === "string") refuseBrokenText(value);
  if (typeof value !== "object" || value === null || !(Array.isArray(value) || isPlain(value))) return value;
  refuseBrokenValue(value);
  return new Structure(value);
}

const refusal = (code: string, message: string) => Object.assign(new Error(message), { code });

const isPlain = (value: object) => {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
};
