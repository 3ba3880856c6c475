/** Keeps lists of shifts as they are: an attendant's own live, and anybody's fetched again in time. */
import { type InfiniteData, useQueryClient } from "@tanstack/react-query";
import { type Change, useIsLive, useLive } from "../live.ts";
import { RENEW_PHOTOS_MS } from "../storage.ts";
import { type OwnShiftsScope, type Shift, type ShiftStatus, shiftQueries } from "./queries.ts";

/** How often a list is fetched while it cannot be followed, in milliseconds. */
const POLL_MS = 15_000;

/**
 * How often a list of shifts is fetched by itself, in milliseconds: while it is followed, before its photos' addresses end. A change is
 * told once, so that a list whose fetch after it failed would stay as it was before.
 */
export function useShiftInterval(): (query: { state: { error: Error | null } }) => number {
  const isLive = useIsLive();
  return ({ state }) => (isLive && state.error === null ? RENEW_PHOTOS_MS : POLL_MS);
}

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
