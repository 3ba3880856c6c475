/** Assigns and sorts objections (document 4 §5). A decision is an event of the case (fines/mutations.ts). */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { CASE_REFUSALS } from "#contract/cases.ts";
import { type ActingPerson, useActingPerson } from "../acting.ts";
import { callFunction } from "../call-function.ts";
import { DataError } from "../data-error.ts";
import { fineQueries } from "../fines/queries.ts";
import { isWith } from "./pages.ts";
import {
  listObjectionQueue,
  objectionQueries,
  type QueuedObjection,
  type QueuePlace,
  type QueueScope,
} from "./queue.ts";

export type Assignment = {
  id: string;
  /** True: the caller takes the objection; false: the caller gives it back. */
  take: boolean;
  /** The holder that the screen showed. */
  seen: string | null;
};

/**
 * Takes an objection, or gives it back.
 * @throws DataError PK006 when another person took it meanwhile, PK005 when it is decided, PK007 when the caller has no such objection.
 */
export async function assignObjection(acting: ActingPerson, { id, take, seen }: Assignment): Promise<string | null> {
  const { assigned_to } = await callFunction<{ assigned_to: string | null }>(acting, "assign_objection", {
    objection_id: id,
    take,
    seen,
    acting_as: acting.id,
  });
  return assigned_to;
}

export type Classification = {
  id: string;
  ground: string;
  /** The ground that the screen showed. */ seen: string | null;
};

/** Sets the ground of an objection. @throws DataError PK006 when another person changed it meanwhile, PK005 when it is decided, PK007. */
const setObjectionGround = (acting: ActingPerson, { id, ground, seen }: Classification) =>
  callFunction<object>(acting, "set_objection_ground", { objection_id: id, ground, seen, acting_as: acting.id });

/**
 * The next objection, taken by the caller, and how many were skipped because the caller issued their fines; `objection` is null when none
 * waits.
 */
export type NextObjection = { objection: QueuedObjection | null; ownFines: number };

/**
 * Takes the next objection after a place in the queue, and after the queue's end the first one. Skips objections to the caller's own fines,
 * and objections that another person has or takes at the same time.
 * @throws DataError
 */
export async function takeNextObjection(
  acting: ActingPerson,
  scope: QueueScope & { after: Pick<QueuePlace, "id" | "received_at"> | null },
): Promise<NextObjection> {
  const { after } = scope;
  const looked = new Set(after === null ? [] : [after.id]);
  let ownFines = 0;
  for (const start of after === null ? [null] : [after, null]) {
    for (let from = start, isEnd = false; !isEnd;) {
      // oxlint-disable-next-line no-await-in-loop -- a page begins where the one before it ended
      const rows = await listObjectionQueue(acting, scope, from);
      for (const row of rows.filter(({ id }) => !looked.has(id))) {
        looked.add(row.id);
        if (row.is_own) ownFines += 1;
        // oxlint-disable-next-line no-await-in-loop -- one is wanted, and no other one taken
        else if (await isTaken(acting, row)) return { objection: row, ownFines };
      }
      from = rows.at(-1) ?? null;
      isEnd = from === null;
    }
  }
  return { objection: null, ownFines };
}

/** Takes an objection that nobody has; false when another person has it. */
async function isTaken(acting: ActingPerson, { id, assigned_to: seen }: QueuedObjection): Promise<boolean> {
  if (seen !== null) return isWith(seen, acting.id);
  try {
    await assignObjection(acting, { id, take: true, seen });
    return true;
  } catch (error) {
    if (error instanceof DataError && isGone(error.code)) return false;
    throw error;
  }
}

const isGone = (code: string) => code === CASE_REFUSALS.conflict || code === CASE_REFUSALS.state;

/** Assigns the objection and has the queue and the case fetched again, also after a refusal, because the screen then shows an old state. */
export const useAssignObjection = () => useChangedObjection(assignObjection);

/** `setObjectionGround` as a hook; queue and case are fetched again as after an assignment. */
export const useSetObjectionGround = () => useChangedObjection(setObjectionGround);

function useChangedObjection<Change, Answer>(call: (acting: ActingPerson, change: Change) => Promise<Answer>) {
  const acting = useActingPerson();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (change: Change) => call(acting, change),
    onSettled: () =>
      Promise.all([
        cache.invalidateQueries({ queryKey: objectionQueries.all }),
        cache.invalidateQueries({ queryKey: fineQueries.all }),
      ]),
  });
}

/** `takeNextObjection` as a hook; the queue is fetched again when it is shown. */
export function useTakeNextObjection() {
  const acting = useActingPerson();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (place: Parameters<typeof takeNextObjection>[1]) => takeNextObjection(acting, place),
    onSettled: () => void cache.invalidateQueries({ queryKey: objectionQueries.all }),
  });
}
