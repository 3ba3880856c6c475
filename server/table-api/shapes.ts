// Statements by the shape of the call, kept: a shape is written once, and prepared once for each connection.

/** Most shapes that are kept; the least recently used shape goes for a new one. */
const MOST_KEPT = 500;

export type ShapedStatement = {
  name: string;
  text: string;
  /** Whether the last answer was so long that it went out in pieces. */
  isLarge: boolean;
};

export class Shapes {
  /** Shapes, the least recently used first. */
  readonly #kept = new Map<string, ShapedStatement>();
  /** Number for the next name. A name is given once, even when its shape is forgotten. */
  #named = 0;

  get({ shape, write }: { shape: string; write: () => string }): ShapedStatement {
    const known = this.#kept.get(shape);
    if (known !== undefined) {
      this.#kept.delete(shape);
      this.#kept.set(shape, known);
      return known;
    }
    this.#named += 1;
    const made = { name: `s${this.#named}`, text: write(), isLarge: false };
    this.#kept.set(shape, made);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > MOST_KEPT && oldest !== undefined) this.#kept.delete(oldest);
    return made;
  }

  /** Forgets all shapes, since the tables may have changed. */
  clear(): void {
    this.#kept.clear();
  }
}
