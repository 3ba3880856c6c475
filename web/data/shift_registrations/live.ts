/** Keeps the lists of an attendant's own shifts live. */
import { type InfiniteData, useQueryClient } from "@tanstack/react-query";
import { type Change, useLive } from "../live.ts";
import { type OwnShiftsScope, type Shift, type ShiftStatus, shiftQueries } from "./queries.ts";

/** The shifts that the lists show, by their key. */
export type KnownShifts = ReadonlyMap<string, ShiftStatus>;

/**
 * Fetches the lists again when one of the attendant's shifts changes, and after each (re)join; they are short.
 * @param onChange gets each change of these shifts, with the shifts as they were known before it. A removal is told by its
 * key alone, of everybody's shifts: only known ones are handed on.
 */
export function useLiveOwnShifts(
  scope: OwnShiftsScope,
  onChange: (change: Change<"shift_registrations">, known: KnownShifts) => void,
): void {
  const cache = useQueryClient();
  const queryKey = shiftQueries.allOwn(scope);
  const refetch = () => void cache.invalidateQueries({ queryKey });
  const { attendant, project } = scope;
  useLive(
    { table: "shift_registrations", filter: `attendant_user_id=eq.${attendant}` },
    (change) => {
      const known = knownShifts(cache.getQueriesData<InfiniteData<Shift[]>>({ queryKey }));
      const isOwn =
        change.eventType === "DELETE" ? known.has(change.old.id ?? "") : change.new.project_id === (project ?? null);
      if (!isOwn) return;
      onChange(change, known);
      refetch();
    },
    refetch,
  );
}

const knownShifts = (lists: [unknown, InfiniteData<Shift[]> | undefined][]): KnownShifts =>
  new Map(lists.flatMap(([, data]) => (data?.pages ?? []).flat().map(({ id, status }) => [id, status])));
