import type { Unit } from "#data/units/queries.ts";

/** The time in which a press is taken back, in milliseconds: a little less than the 60 s of the database (document 5 §3). */
export const UNDO_MS = 58_000;

/** A status that was set on this screen. */
export type LastPress = {
  eventId: string;
  unitId: string;
  unitNumber: string;
  from: string;
  to: string;
  /** The begin of the status, as the database says it. */
  since: string;
  /** When it was pressed, in milliseconds since 1970. */
  at: number;
};

/** Whether the unit still has the status of this press, and nobody acted on it since. */
export function isSamePress({ unitId, to, since }: LastPress, units: readonly Unit[] | undefined): boolean {
  const unit = units?.find(({ id }) => id === unitId);
  return unit?.status === to && unit.checked_at === null && Date.parse(unit.status_since) === Date.parse(since);
}
