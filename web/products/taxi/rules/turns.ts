import type { VehicleTurn } from "#data/vehicle_turns/queries.ts";

/** The minutes of the last warning before the end of a turn; the first is a setting (document 5 §4). */
const LAST_WARNING_MIN = 5;
const MINUTE_MS = 60_000;

/** The warning that is due before the end of a turn: the first, the last, or none. */
export function warningOf({ until }: Pick<VehicleTurn, "until">, warnMinutes: number, now: number) {
  if (until === null) return undefined;
  const left = (Date.parse(until) - now) / MINUTE_MS;
  if (left <= 0 || left > Math.max(warnMinutes, LAST_WARNING_MIN)) return undefined;
  return left <= LAST_WARNING_MIN ? "last" : "first";
}

/** The latest turn if it ended without its chauffeur, who has not said when the car came back and with which reading. */
export function lostTurn(own: readonly VehicleTurn[], now: number): VehicleTurn | undefined {
  const [latest] = own;
  if (latest === undefined || latest.returned_at !== null) return undefined;
  if (latest.ended_at !== null) return latest;
  return latest.until !== null && Date.parse(latest.until) <= now ? latest : undefined;
}

/** The rest since the last turn in milliseconds: a fact, never a refusal. */
export function restSince(own: readonly VehicleTurn[], now: number): number | undefined {
  const ended = own.find(({ ended_at: endedAt }) => endedAt !== null);
  const at = ended?.returned_at ?? ended?.ended_at;
  return at === null || at === undefined ? undefined : now - Date.parse(at);
}

/** The hours of a turn within a day or the whole, in milliseconds; an open turn has none yet. */
export function lengthOf(turn: VehicleTurn, from = -Infinity, to = Infinity): number | undefined {
  if (turn.ended_at === null) return undefined;
  return Math.max(0, Math.min(Date.parse(turn.ended_at), to) - Math.max(Date.parse(turn.taken_at), from));
}
