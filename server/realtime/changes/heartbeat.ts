/**
 * Heartbeat of a listening connection: the server sends itself a number each second through the database, and looks whether it arrives. A
 * dead connection tells nobody that it is dead.
 */
import { randomUUID } from "node:crypto";

export const BEAT_EVERY_MS = 1000;
/** Time between two looks whether the number arrived, in milliseconds. */
export const LOOK_EVERY_MS = 250;
/** Longest silence after a number, in milliseconds. After it the connection counts as dead, since changes are missed as well. */
const SILENT_AFTER_MS = 2500;
/**
 * Longest allowed silence after several silences. Each silence makes the next one longer, up to this time, since a slow database would
 * otherwise have everybody join again and again.
 */
const LONGEST_SILENCE_MS = 20_000;
/** Numbers in a row after which the allowed silence is as short as ever. */
const WELL_AFTER = 30;
/** A look that is late by so much (milliseconds) shows that this process was busy, and not that nothing arrived. */
const LATE_LOOK_MS = 1000;

/** Meaning of a received word: the expected number, a number after one that was not received, or a word of another server. */
type Heard = "beat" | "missed" | "other";

export class Heartbeat {
  readonly #id = randomUUID();
  #said = 0;
  #heard = 0;
  /** Numbers that the database has taken and that have not arrived yet. */
  readonly #due = new Set<number>();
  #isSaying = false;
  #heardAt: number;
  #lookedAt: number;
  #silentAfter = SILENT_AFTER_MS;
  #inARow = 0;

  /** `now` is in milliseconds, here and below. */
  constructor(now: number) {
    this.#heardAt = now;
    this.#lookedAt = now;
  }

  /** Begins anew on another connection: numbers that were sent before do not arrive on it. */
  begin(now: number): void {
    this.#heard = this.#said;
    this.#due.clear();
    this.#heardAt = now;
    this.#lookedAt = now;
  }

  /**
   * Sends the next number, unless the one before is still on its way to the database. `clock` tells the time when the database has
   * answered.
   */
  async say(say: (word: string) => Promise<unknown>, clock: () => number): Promise<void> {
    if (this.#isSaying) return;
    this.#isSaying = true;
    this.#said += 1;
    const number = this.#said;
    try {
      await say(`${this.#id} ${number}`);
      if (number > this.#heard) this.#due.add(number);
    } catch {
      // Whether the number was sent is unknown: the silence counts anew, and the number is not waited for.
      this.#heardAt = clock();
    } finally {
      this.#isSaying = false;
    }
  }

  /** Takes a word that arrived. */
  hear(word: string, now: number): Heard {
    const [id, text] = word.split(" ");
    if (id !== this.#id) return "other";
    const number = Number(text);
    if (number <= this.#heard) return "beat";
    const isMissed = [...this.#due].some((due) => due < number);
    for (const due of this.#due) if (due <= number) this.#due.delete(due);
    this.#heard = number;
    this.#heardAt = now;
    this.#inARow = isMissed ? 0 : this.#inARow + 1;
    if (this.#inARow >= WELL_AFTER) this.#silentAfter = SILENT_AFTER_MS;
    return isMissed ? "missed" : "beat";
  }

  /** Whether nothing arrived for too long. */
  isSilent(now: number): boolean {
    if (now - this.#lookedAt > LATE_LOOK_MS) this.#heardAt = now;
    this.#lookedAt = now;
    if (now - this.#heardAt <= this.#silentAfter) return false;
    this.#silentAfter = Math.min(2 * this.#silentAfter, LONGEST_SILENCE_MS);
    this.#inARow = 0;
    return true;
  }
}
