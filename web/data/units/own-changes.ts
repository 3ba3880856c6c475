/**
 * The units that this window is changing now. The live event of a change may come before the answer of its call. The event waits for the
 * answer, so that a person's own change is not announced as another person's.
 */

const underWay = new Map<string, (() => void)[]>();

/** Runs a change of a unit. Callbacks from `afterOwnChange` wait until it has settled. */
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

/** Runs the callback at once, or after this window's change of the unit has settled. */
export function afterOwnChange(id: string, run: () => void): void {
  const waiting = underWay.get(id);
  if (waiting === undefined) run();
  else waiting.push(run);
}

/** The time after the answer to a press in which its live events may still come, in milliseconds. */
const LATE_MS = 1000;
let pressing = 0;
let ownUntil = 0;

/** Runs a press whose answer does not tell all units that it changes, such as one on a call, or all off duty. */
export async function asOwnPress<Result>(press: () => Promise<Result>): Promise<Result> {
  pressing += 1;
  try {
    return await press();
  } finally {
    pressing -= 1;
    ownUntil = Date.now() + LATE_MS;
  }
}

/** Whether a change of a unit comes from such a press of this window. Another person's change at that moment is shown, and not announced. */
export const isOwnPress = (): boolean => pressing > 0 || Date.now() < ownUntil;
