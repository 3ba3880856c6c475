/** Keeps the lists of an attendant's own shifts live; they are short. */
import type { InfiniteData } from "@tanstack/react-query";
import { defineLive } from "../define-live.ts";
import type { Change } from "../live.ts";
import { type OwnShiftsScope, type Shift, type ShiftStatus, shiftQueries } from "./queries.ts";

/** The shifts that the lists show, by their key. */
export type KnownShifts = ReadonlyMap<string, ShiftStatus>;

/**
 * Follows an attendant's own shifts. `handleChange` gets each change of them, with the shifts as they were known before it. A removal is told
 * by its key alone, of everybody's shifts: only known ones are handed on.
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
