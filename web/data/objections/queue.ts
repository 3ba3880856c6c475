/** The queue of a site's objections that wait for a decision, oldest first (document 4 §5). */
import type { Acting } from "../acting.ts";
import { callFunction } from "../call-function.ts";
import type { KeysetPage, KeysetPages } from "../keyset-pages.ts";
import { infiniteQueryOptions } from "../use-infinite-query.ts";

/** Filter: all objections, mine, or unassigned. */
export const QUEUE_OWNERS = ["all", "mine", "none"] as const;
export type QueueOwner = (typeof QUEUE_OWNERS)[number];

/** `ownId` is the ID of the admin who reads the queue. */
export type QueueScope = { project: string; whose: QueueOwner; ownId: string };

export type QueuedObjection = {
  id: string;
  project_id: string | null;
  created_at: string;
  fine_id: string;
  received_at: string;
  ground: string | null;
  name: string;
  assigned_to: string | null;
  case_number: string;
  plate: string;
  /** The reader issued the fine, so another person must decide. */
  is_own: boolean;
};
/** The place where the next page starts. */
export type QueuePlace = Pick<QueuedObjection, "id" | "created_at" | "received_at">;
export type QueuePages = KeysetPages<QueuedObjection, QueuePlace>;

const PAGE_SIZE = 50;

export const objectionQueries = {
  all: ["objections"] as const,
  /** The key of a project's queue, with any filter. */
  queueOf: (project: string) => ["objections", "queue", project] as const,

  queue: (scope: QueueScope) =>
    infiniteQueryOptions({
      queryKey: ["objections", "queue", scope.project, scope.whose, scope.ownId] as const,
      // Live changes keep the queue fresh while it is shown; a return from the desk fetches it again.
      staleTime: 0,
      refetchOnWindowFocus: false,
      initialPageParam: null as QueuePlace | null,
      queryFn: async (acting, { pageParam }): Promise<KeysetPage<QueuedObjection, QueuePlace>> => {
        const rows = await listObjectionQueue(acting, scope, pageParam);
        return { rows, next: rows.length < PAGE_SIZE ? null : placeOf(rows.at(-1)) };
      },
      getNextPageParam: (page: KeysetPage<QueuedObjection, QueuePlace>) => page.next,
    }),
};

const placeOf = (row: QueuedObjection | undefined): QueuePlace | null =>
  row === undefined ? null : { id: row.id, created_at: row.created_at, received_at: row.received_at };

/** A page of the queue after a place, or its beginning. @throws DataError */
export async function listObjectionQueue(
  acting: Acting,
  { project, whose, ownId }: QueueScope,
  after: Pick<QueuePlace, "id" | "received_at"> | null,
): Promise<QueuedObjection[]> {
  const { rows } = await callFunction<{ rows: QueuedObjection[] }>(acting, "list_objections", {
    project,
    whose,
    own_id: ownId,
    after_at: after?.received_at ?? null,
    after_id: after?.id ?? null,
    page_size: PAGE_SIZE,
  });
  return rows;
}
