// Decides how much of long sweeps runs: all of it in `npm run test:all`, a fixed part in `npm test`.

/** Whether sweeps run whole. */
export const isWhole = process.env["JOURNEYS"] === "all";

/**
 * The whole sweep, or every `nth` item of it from the item `from` on. Lists that begin at different items together try every place of the
 * sweep.
 */
export const sample = <T>(sweep: readonly T[], nth: number, from = 0): T[] =>
  sweep.filter((_each, at) => isWhole || at % nth === from % nth);
