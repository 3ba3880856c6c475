/** Reads what a wall shows, by the key of its link and without a login (document 5 §3). */
import type { Acting } from "../acting.ts";
import type { Alarm } from "../alarms/queries.ts";
import { ask } from "../ask.ts";
import type { Call } from "../calls/queries.ts";
import { asPulse } from "../contact.ts";
import { DataError } from "../data-error.ts";
import type { UnitStatus } from "../unit_statuses/queries.ts";
import type { Unit } from "../units/queries.ts";
import { queryOptions } from "../use-query.ts";

export type WallUnit = Pick<
  Unit,
  "id" | "unit_number" | "location" | "status" | "operational_status" | "status_since" | "checked_at"
>;
export type WallCall = Pick<Call, "id" | "number" | "place" | "priority" | "status" | "waiting_since">;
export type WallAlarm = Omit<Alarm, "raised_by">;

export type WallBoard = {
  units: WallUnit[];
  statuses: UnitStatus[];
  calls: WallCall[];
  alarms: WallAlarm[];
  /** Minutes that calls of priority 1, 2 and 3 may wait. */
  waiting_limits: number[];
};

/** An answer by the key of a wall; null for a wrong key and for an ended one. */
async function byKey<Answer>(answer: Promise<unknown>): Promise<Answer | null> {
  try {
    return (await answer) as Answer;
  } catch (error) {
    if (error instanceof DataError && error.status === 404) return null;
    throw error;
  }
}

/** The wall of a key. */
export const wallBoard = (acting: Acting, key: string, signal: AbortSignal): Promise<WallBoard | null> =>
  byKey(ask(acting, (client) => client.rpc("wall_board", { key }).abortSignal(signal)));

/** The open alarms of the wall of a key. */
export const wallAlarms = (acting: Acting, key: string, signal: AbortSignal): Promise<{ alarms: WallAlarm[] } | null> =>
  byKey(ask(acting, (client) => client.rpc("wall_alarms", { key }).abortSignal(signal)));

/** The milliseconds between two looks for alarms: a wall that follows nothing live sounds within a second (document 5 §3). */
export const ALARMS_EVERY_MS = 500;

/** The reads by the key of a wall, each a pulse of its screen. */
export const wallQueries = {
  board: (key: string) =>
    queryOptions({
      queryKey: ["wall_board", key] as const,
      queryFn: (acting) => asPulse((signal) => wallBoard(acting, key, signal)),
    }),
  alarms: (key: string) =>
    queryOptions({
      queryKey: ["wall_alarms", key] as const,
      queryFn: (acting) => asPulse((signal) => wallAlarms(acting, key, signal)),
    }),
};
