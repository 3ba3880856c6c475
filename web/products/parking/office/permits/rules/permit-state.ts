import type { Permit } from "#data/permits/queries.ts";

export type PermitState = "valid" | "later" | "over" | "ended";

type Times = Pick<Permit, "valid_from" | "valid_until" | "ended_at">;

/**
 * The state of a permit at a moment (milliseconds since 1970), as `check_plate` decides it. A permit that was ended early is valid until
 * that moment.
 */
export function permitState(
  { valid_from: from, valid_until: until, ended_at: ended }: Times,
  now: number,
): PermitState {
  const isBefore = (moment: string | null) => moment !== null && Date.parse(moment) <= now;
  if (isBefore(ended)) return "ended";
  if (isBefore(until)) return "over";
  return isBefore(from) ? "valid" : "later";
}
