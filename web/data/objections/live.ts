/** Keeps the cached queue of objections as the table is. */
import { useQueryClient } from "@tanstack/react-query";
import { useChangeOf } from "../during-fetch.ts";
import { fineQueries } from "../fines/queries.ts";
import { type Change, useLive } from "../live.ts";
import { applyObjectionChange } from "./pages.ts";
import { objectionQueries, type QueuePages } from "./queue.ts";

/** Keeps the queue of a project live, whoever's objections it is narrowed to. */
export function useLiveObjections(project: string): void {
  const cache = useQueryClient();
  const queryKey = objectionQueries.queueOf(project);
  const apply = useChangeOf(queryKey, (change: Change<"objections">) => {
    for (const query of cache.getQueryCache().findAll({ queryKey })) {
      const [, , , whose, ownId] = query.queryKey as ReturnType<typeof objectionQueries.queue>["queryKey"];
      const data = cache.getQueryData<QueuePages>(query.queryKey);
      const next = data && applyObjectionChange(data, change, { whose, ownId });
      if (next === "stale") void cache.invalidateQueries({ queryKey: query.queryKey });
      else cache.setQueryData(query.queryKey, next);
    }
  });
  useLive({ table: "objections", filter: `project_id=eq.${project}` }, apply, () => {
    void cache.invalidateQueries({ queryKey });
  });
}

/** Has a case fetched again when somebody takes an objection to it, and after each (re)join; its events tell of the rest. */
export function useLiveObjectionsOf(fineId: string, project: string, caseNumber: string): void {
  const cache = useQueryClient();
  const { queryKey } = fineQueries.byNumber(project, caseNumber);
  const refetch = () => void cache.invalidateQueries({ queryKey });
  useLive({ table: "objections", filter: `fine_id=eq.${fineId}` }, refetch, refetch);
}
