/** Sets how many units of locations stay free at least (document 5 §3). A list that somebody changed since it was read is not overwritten. */
import type { ActingPerson } from "../acting.ts";
import { ask } from "../ask.ts";
import { definePersonMutation } from "../define-mutation.ts";
import { type LocationMinimum, locationMinimumQueries } from "./queries.ts";

export type MinimumsAnswer =
  | { outcome: "set" | "unchanged"; minimums: LocationMinimum[] }
  | { outcome: "changed"; now: LocationMinimum[]; by: string | null; at: string | null };

/** Sets the whole list. @param expected the list that the screen showed. */
export const setMinimums = async (
  acting: ActingPerson,
  { list, expected }: { list: readonly LocationMinimum[]; expected: readonly LocationMinimum[] },
) =>
  (await ask(acting, (client) =>
    client.rpc("set_minimums", { list: [...list], expected: [...expected], acting_as: acting.id }),
  )) as MinimumsAnswer;

export const useSetMinimums = definePersonMutation(setMinimums, [locationMinimumQueries.list().queryKey]);
