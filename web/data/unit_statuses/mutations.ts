/** Sets the list of statuses (document 5 §3). A list that somebody changed since it was read is not overwritten. */
import type { ActingPerson } from "../acting.ts";
import { ask } from "../ask.ts";
import { definePersonMutation } from "../define-mutation.ts";
import { type UnitStatus, unitStatusQueries } from "./queries.ts";

/** The answer to a new list. `by` is null where a call did not say who. A status that units have cannot leave. */
export type StatusesAnswer =
  | { outcome: "set" | "unchanged"; statuses: UnitStatus[] }
  | { outcome: "changed"; now: UnitStatus[]; by: string | null; at: string }
  | { outcome: "in_use"; statuses: { code: string; units: number }[] };

/** Sets the whole list, in its order. @param expected the list that the screen showed. */
export const setStatuses = async (
  acting: ActingPerson,
  { list, expected }: { list: readonly UnitStatus[]; expected: readonly UnitStatus[] },
) =>
  (await ask(acting, (client) =>
    client.rpc("set_statuses", { list: [...list], expected: [...expected], acting_as: acting.id }),
  )) as StatusesAnswer;

export const useSetStatuses = definePersonMutation(setStatuses, [unitStatusQueries.list().queryKey]);
