/** Keeps cached cases live. */
import { defineLive, defineLiveLists } from "../define-live.ts";
import { livePlace } from "../of-place.ts";
import { type KeysetPages, withChange } from "../keyset-pages.ts";
import type { Change } from "../live.ts";
import { type CaseScope, isInList } from "./lists.ts";
import { type CaseCursor, fineQueries, type ListedCase, toListed } from "./queries.ts";

export type CasePages = KeysetPages<ListedCase, CaseCursor>;

/** Keeps the lists of a project live, also under a search, and fetches their counts again. */
export const useLiveCases = defineLiveLists((project: string) => ({
  table: "fines",
  ...livePlace(project),
  lists: fineQueries.listsOf(project),
  apply: (data: CasePages, change, queryKey) => {
    const [, , , list, search, filter, sort] = queryKey as ReturnType<typeof fineQueries.list>["queryKey"];
    // A change can be placed only in the order "newest first"; a list in another order is fetched again.
    return sort === "newest" ? applyCaseChange(data, change, { list, search, filter }) : "stale";
  },
  refetch: () => [fineQueries.counts(project).queryKey],
}));

/** The pages of a list after a change: a case that belongs to it is inserted at its place, and one that no longer belongs leaves. */
export const applyCaseChange = (
  data: CasePages,
  change: Change<"fines">,
  scope: Omit<CaseScope, "project">,
): CasePages =>
  withChange(data, change, (fine) => {
    const row = toListed(fine);
    return isInList(row, scope) ? row : undefined;
  });

/** Fetches a case again after each of its events. */
export const useLiveCase = defineLive((fineId: string, project: string, caseNumber: string) => ({
  table: "fine_events",
  filter: `fine_id=eq.${fineId}`,
  refetch: () => [fineQueries.byNumber(project, caseNumber).queryKey],
}));
