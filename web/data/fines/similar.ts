/** Reads fines whose plate looked like the plate of a parking that ran when they were issued (document 4 §4, `similar`). */
import { callFunction } from "../call-function.ts";
import type { NewestCursor } from "../keyset-pager.ts";
import type { KeysetPage } from "../keyset-pages.ts";
import type { AlikeParking } from "../plate_checks/mutations.ts";
import type { ListedCase } from "./queries.ts";
import { infiniteQueryOptions } from "../use-infinite-query.ts";

export type SimilarFine = Pick<
  ListedCase,
  "id" | "created_at" | "case_number" | "plate" | "issued_at" | "status" | "needs_review"
> & { left_ore: number; similar: AlikeParking[] };

/** The list of a site. It is not fetched again by itself, because each page takes a long search. */
export const similarFines = (project: string) =>
  infiniteQueryOptions({
    queryKey: ["fines", "similar", project] as const,
    refetchOnWindowFocus: false,
    initialPageParam: null as NewestCursor | null,
    queryFn: async (acting, { pageParam, signal }): Promise<KeysetPage<SimilarFine>> => {
      let next = pageParam;
      // Pages without such a fine are skipped; the list continues after the last row that was searched.
      for (;;) {
        const page = await callFunction<KeysetPage<SimilarFine>>(acting, "list_similar_fines", {
          project,
          before_created: next?.created_at,
          before_id: next?.id,
        });
        if (page.rows.length > 0 || page.next === null || signal.aborted) return page;
        next = page.next;
      }
    },
    getNextPageParam: (page: KeysetPage<SimilarFine>) => page.next,
  });
