import type { TurnRow } from "#data/work_turns/queries.ts";

/** The turns of an employee's colleagues on duty. */
export const colleaguesOf = (onDuty: readonly TurnRow[], employeeId: string): TurnRow[] =>
  onDuty.filter((turn) => turn.user_id !== employeeId);
