/** Keeps the cached queue of objections live. */
import { livePlace } from "../of-place.ts";
import { defineLive, defineLiveLists } from "../define-live.ts";
import { fineQueries } from "../fines/queries.ts";
import { applyObjectionChange } from "./pages.ts";
import { objectionQueries, type QueuePages } from "./queue.ts";

/** Keeps the queue of a project live, with any filter. */
export const useLiveObjections = defineLiveLists((project: string) => ({
  table: "objections",
  ...livePlace(project),
  lists: objectionQueries.queueOf(project),
  apply: (data: QueuePages, change, queryKey) => {
    const [, , , whose, ownId] = queryKey as ReturnType<typeof objectionQueries.queue>["queryKey"];
    return applyObjectionChange(data, change, { whose, ownId });
  },
}));

/** Fetches a case again when a person takes one of its objections; events of the case report all other changes. */
export const useLiveObjectionsOf = defineLive((fineId: string, project: string, caseNumber: string) => ({
  table: "objections",
  filter: `fine_id=eq.${fineId}`,
  refetch: () => [fineQueries.byNumber(project, caseNumber).queryKey],
}));
