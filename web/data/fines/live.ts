/** Keeps what is cached of cases as the tables are. */
import { useQueryClient } from "@tanstack/react-query";
import { useChangeOf } from "../during-fetch.ts";
import { type Change, useLive } from "../live.ts";
import type { CaseList } from "./lists.ts";
import { applyCaseChange, type CasePages } from "./pages.ts";
import { fineQueries } from "./queries.ts";

/** Keeps the lists of a project live, searched ones too, and has their counts fetched again. */
export function useLiveCases(project: string): void {
  const cache = useQueryClient();
  const queryKey = fineQueries.listsOf(project);
  const { queryKey: counts } = fineQueries.counts(project);
  const apply = useChangeOf(queryKey, (change: Change<"fines">) => {
    for (const query of cache.getQueryCache().findAll({ queryKey })) {
      const [, , , list, search, filter] = query.queryKey as ReturnType<typeof fineQueries.list>["queryKey"];
      const scope = { list: list satisfies CaseList, search, filter };
      cache.setQueryData<CasePages>(query.queryKey, (data) => data && applyCaseChange(data, change, scope));
    }
  });
  useLive(
    { table: "fines", filter: `project_id=eq.${project}` },
    (change) => {
      apply(change);
      void cache.invalidateQueries({ queryKey: counts });
    },
    () => {
      void cache.invalidateQueries({ queryKey });
      void cache.invalidateQueries({ queryKey: counts });
    },
  );
}

/** Has a case fetched again after each of its events, and after each (re)join. */
export function useLiveCase(fineId: string, project: string, caseNumber: string): void {
  const cache = useQueryClient();
  const { queryKey } = fineQueries.byNumber(project, caseNumber);
  const refetch = () => void cache.invalidateQueries({ queryKey });
  useLive({ table: "fine_events", filter: `fine_id=eq.${fineId}` }, refetch, refetch);
}
