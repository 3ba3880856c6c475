/**
 * Which units this window is changing right now. The news of a change may come before the answer to the call that made it:
 * it waits for the answer, so that nobody is told of their own change as somebody else's.
 */

const underWay = new Map<string, (() => void)[]>();

/** Runs a change of a unit; what `afterOwnChange` was told for it runs when the change has settled. */
export async function asOwnChange<Result>(id: string, change: () => Promise<Result>): Promise<Result> {
  if (!underWay.has(id)) underWay.set(id, []);
  try {
    return await change();
  } finally {
    const waiting = underWay.get(id) ?? [];
    underWay.delete(id);
    for (const run of waiting) run();
  }
}

/** Runs at once, or when this window's change of the unit has settled. */
export function afterOwnChange(id: string, run: () => void): void {
  const waiting = underWay.get(id);
  if (waiting === undefined) run();
  else waiting.push(run);
}
