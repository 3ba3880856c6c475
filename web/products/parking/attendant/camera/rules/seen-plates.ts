/** A plate seen again within this time is not asked anew, in milliseconds (document 4 §6a). */
const AGAIN_MS = 5 * 60_000;

/** Plates seen on a walk, by when. */
export type SeenPlates = ReadonlyMap<string, number>;

/** Whether a plate has to be asked at this moment (milliseconds), and the plates seen then. */
export function seePlate(seen: SeenPlates, plate: string, now: number): { isNew: boolean; seen: SeenPlates } {
  const before = seen.get(plate);
  if (before !== undefined && now - before < AGAIN_MS) return { isNew: false, seen };
  return { isNew: true, seen: new Map([...seen, [plate, now]]) };
}
