import type { NewFine } from "#data/fines/mutations.ts";
import type { Entry } from "./entries.ts";

/** A fine of a queue with its later corrections applied, because only its attendant could send them. */
export function finalFine(fine: NewFine, entries: readonly Entry[]): NewFine {
  return entries.reduce((made, entry) => {
    if (entry.kind === "correction" && entry.payload.fineId === fine.id) {
      const { made_at: _at, accepted: _accepted, was_offline: _offline, ...changes } = entry.payload.changes;
      return { ...made, ...changes };
    }
    if (entry.kind === "delivery" && entry.payload.fineId === fine.id) {
      return { ...made, delivery: entry.payload.delivery };
    }
    return made;
  }, fine);
}
