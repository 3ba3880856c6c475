// How much is asked: everything by `npm run test:all`, of long sweeps a part that is the same each time by `npm test`.

/** Whether everything is asked. */
export const isWhole = process.env["JOURNEYS"] === "all";

/** Everything, or every `nth` of a sweep beginning at `from`: with another `from` for each of several lists, all of it is asked of some. */
export const sample = <T>(sweep: readonly T[], nth: number, from = 0): T[] =>
  sweep.filter((_each, at) => isWhole || at % nth === from % nth);
