// Values of a statement on their way to postgres.js: what cannot be stored as it was sent is refused here.
//
// Why: postgres.js writes an object into a text column as "[object Object]", a half surrogate pair as another letter, and cuts a
// statement at a NUL; and what throws while it writes leaves the connection waiting for ever.
// Contract test: tests/backend/bad-input-rows.test.ts.

/** Objects and lists may lie this deep in one another; rows of the product need two levels. */
const MAX_DEPTH = 100;

/** As postgres.js counts. */
const MAX_VALUES = 65_534;

const HALF_PAIR = /\p{Surrogate}/u;

/** An object or a list: its value for array columns, its JSON for all others. */
export class Structure {
  readonly value: object;
  readonly text: string;

  /** Throws the database's own kind of error when it is nested too deeply. */
  constructor(value: object) {
    if (isDeeperThan(value, MAX_DEPTH)) throw refusal("22023", `The value is nested deeper than ${MAX_DEPTH} levels.`);
    this.value = value;
    this.text = JSON.stringify(value);
  }

  toString(): string {
    return this.text;
  }
}

/** Gives a value that postgres.js can write for every type of column. Throws an error with a SQLSTATE for text that is not Unicode. */
export function boundValue(value: unknown): unknown {
  if (typeof value === "string") refuseBrokenText(value);
  const isStructure = Array.isArray(value) || (typeof value === "object" && isPlain(value));
  return isStructure && value !== null ? new Structure(value) : value;
}

/** Throws when a statement holds what would end it early. */
export function refuseBrokenText(text: string): void {
  if (text.includes("\0")) throw refusal("22021", "A text must not contain the character NUL.");
  if (HALF_PAIR.test(text)) throw refusal("22021", "A text contains half of a surrogate pair, which is no character.");
}

/** Throws when a statement has more values than PostgreSQL's protocol can number. */
export function refuseTooMany(values: readonly unknown[]): void {
  if (values.length > MAX_VALUES) throw refusal("54000", `A request may hold at most ${MAX_VALUES} values.`);
}

const refusal = (code: string, message: string) => Object.assign(new Error(message), { code });

const isPlain = (value: object | null) => {
  const prototype: unknown = value === null ? undefined : Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
};

/** Goes level by level, since a recursion is what a deep value would break. */
function isDeeperThan(value: object, limit: number): boolean {
  let level: object[] = [value];
  for (let depth = 1; level.length > 0; depth++) {
    if (depth > limit) return true;
    level = level.flatMap((item) => Object.values(item).filter((inner) => typeof inner === "object" && inner !== null));
  }
  return false;
}
