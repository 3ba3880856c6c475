import type { ParkingDeletion } from "#data/parking_deletion_logs/queries.ts";
import type { Parking } from "#data/parkings/queries.ts";

/** A line of the parking log: an existing parking, or a removed one (document 1 §4). */
export type LogEntry =
  | { kind: "active"; key: string; at: string; parking: Parking }
  | { kind: "removed"; key: string; at: string; deletion: ParkingDeletion };

/** The loaded rows of a table, newest first. */
type Loaded<Row> = { rows: readonly Row[]; hasMore: boolean };

/**
 * Merges two paged lists into one, newest first. An entry older than the loaded part of the other list waits, because rows before it may
 * still come. The log row of an existing parking is left out: it is written before the removal, which may have failed. Of several rows of
 * one parking only the last counts, for the same reason.
 */
export function mergeParkingLog(parkings: Loaded<Parking>, deletions: Loaded<ParkingDeletion>): LogEntry[] {
  const existing = new Set(parkings.rows.map(({ id }) => id));
  const active: LogEntry[] = parkings.rows.map((parking) => ({
    kind: "active",
    key: parking.id,
    at: parking.created_at,
    parking,
  }));
  const told = new Set<string>();
  const removed: LogEntry[] = deletions.rows
    .filter(({ parking_id: id }) => !existing.has(id) && !told.has(id) && told.add(id))
    .map((deletion) => ({ kind: "removed", key: `removed ${deletion.id}`, at: deletion.deleted_at, deletion }));

  const parkingsEnd = parkings.hasMore ? (parkings.rows.at(-1)?.created_at ?? "") : "";
  const deletionsEnd = deletions.hasMore ? (deletions.rows.at(-1)?.deleted_at ?? "") : "";
  const certain = parkingsEnd > deletionsEnd ? parkingsEnd : deletionsEnd;
  return merge(active, removed).filter(({ at }) => at >= certain);
}

/** Merges two sorted lists in one pass. */
function merge(left: readonly LogEntry[], right: readonly LogEntry[]): LogEntry[] {
  const merged: LogEntry[] = [];
  let at = 0;
  for (const entry of left) {
    for (let other = right[at]; other !== undefined && other.at > entry.at; other = right[++at]) merged.push(other);
    merged.push(entry);
  }
  return [...merged, ...right.slice(at)];
}
