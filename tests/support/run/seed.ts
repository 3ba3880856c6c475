// Draws the plates of journeys from a seed that the run prints: `TEST_SEED=… npx playwright test` draws the same plates again.
import { randomInt } from "node:crypto";

const SEED = "TEST_SEED";

/** Chooses the run's seed unless the environment gives one, and prints it. Workers inherit the environment, so they have the same seed. */
export function printSeed(): void {
  process.env[SEED] ??= String(randomInt(1_000_000_000));
  console.log(`Plates of this run: ${SEED}=${process.env[SEED]}`);
}

/** Number of this worker of Playwright, by which workers draw different plates. */
const worker = Number(process.env["TEST_WORKER_INDEX"] ?? 0);
let state = Number(process.env[SEED] ?? randomInt(1_000_000_000)) + worker * 7919;

/** Draws the next whole number, from 0 up to and without `max` (mulberry32). */
export function draw(max: number): number {
  state = Math.trunc(state + 0x6d_2b_79_f5) % 2 ** 32;
  let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) % max;
}

/** Draws `count` of these letters. */
export const drawLetters = (letters: string, count: number): string =>
  Array.from({ length: count }, () => letters[draw(letters.length)]).join("");
