/** Sets the limits of statuses (document 5 §3). A list that somebody changed since it was read is not overwritten. */
import { definePersonMutation } from "../define-mutation.ts";
import type { ActingPerson } from "../acting.ts";
import { ask } from "../ask.ts";
import { type UnitStatus, unitStatusQueries } from "./queries.ts";

export type StatusLimits = Pick<UnitStatus, "code" | "check_after" | "overdue_after">;

/** The answer to a new list. `by` is null where a call did not say who. */
export type StatusesAnswer =
  | { outcome: "set" | "unchanged"; statuses: StatusLimits[] }
  | { outcome: "changed"; now: StatusLimits[]; by: string | null; at: string };

/** Sets all limits. @param expected the list that the screen showed. */
export const setStatuses = async (
  acting: ActingPerson,
  { list, expected }: { list: readonly StatusLimits[]; expected: readonly StatusLimits[] },
) =>
  (await ask(acting, (client) =>
    client.rpc("set_statuses", { list: [...list], expected: [...expected], acting_as: acting.id }),
  )) as StatusesAnswer;

export const useSetStatuses = definePersonMutation(setStatuses, [unitStatusQueries.list().queryKey]);
