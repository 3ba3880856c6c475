/** Keeps the lists of an attendant's own shifts live. These lists are short. */
import type { InfiniteData } from "@tanstack/react-query";
import { defineLive } from "../define-live.ts";
import type { Change } from "../live.ts";
import { type OwnShiftsScope, type Shift, type ShiftStatus, shiftQueries } from "./queries.ts";

/** The shifts on the lists, by their key. */
export type KnownShifts = ReadonlyMap<string, ShiftStatus>;

/**
 * Follows an attendant's own shifts. `handleChange` gets each change, with the shifts before it. A removal has only the key, and comes for
 * everybody's shifts, so only known ones are passed on.
 */
export const useLiveOwnShifts = defineLive(
  (scope: OwnShiftsScope, handleChange: (change: Change<"shift_registrations">, known: KnownShifts) => void) => ({
    table: "shift_registrations",
    filter: `attendant_user_id=eq.${scope.attendant}`,
    refetch: () => [shiftQueries.allOwn(scope)],
    onChange: (change, cache) => {
      const known = knownShifts(cache.getQueriesData<InfiniteData<Shift[]>>({ queryKey: shiftQueries.allOwn(scope) }));
      const isOwn =
        change.eventType === "DELETE"
          ? known.has(change.old.id ?? "")
          : change.new.project_id === (scope.project ?? null);
      if (isOwn) handleChange(change, known);
      return isOwn;
    },
  }),
);

const knownShifts = (lists: [unknown, InfiniteData<Shift[]> | undefined][]): KnownShifts =>
  new Map(lists.flatMap(([, data]) => (data?.pages ?? []).flat().map(({ id, status }) => [id, status])));
