/** A plate seen again within this time is not checked again, in milliseconds (document 4 §6a). */
const AGAIN_MS = 5 * 60_000;

/** The plates seen on a walk, with the time. */
export type SeenPlates = ReadonlyMap<string, number>;

/** Whether a plate must be checked now (milliseconds), and the plates seen after it. */
export function seePlate(seen: SeenPlates, plate: string, now: number): { isNew: boolean; seen: SeenPlates } {
  const before = seen.get(plate);
  if (before !== undefined && now - before < AGAIN_MS) return { isNew: false, seen };
  return { isNew: true, seen: new Map([...seen, [plate, now]]) };
}
