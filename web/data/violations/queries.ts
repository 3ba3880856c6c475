/** Reading what a site fines (document 4 §3). */
import { queryOptions } from "@tanstack/react-query";
import { getClient } from "../client.ts";
import type { Row } from "../live.ts";
import { unwrap } from "../unwrap.ts";

export type Violation = Pick<
  Row<"violations">,
  "id" | "code" | "text" | "amount" | "max_amount" | "needs_no_right" | "sort_order"
>;

/** Enough for any site; the list is one that people choose from. */
const MOST = 100;

export const violationQueries = {
  /** The violations that a site fines now, in its order. Without a project there are none. */
  active: (project: string | undefined) =>
    queryOptions({
      queryKey: ["violations", "active", project ?? null] as const,
      queryFn: async ({ signal }): Promise<Violation[]> => {
        if (project === undefined) return [];
        const client = await getClient();
        return unwrap(
          await client
            .from("violations")
            .select("id, code, text, amount, max_amount, needs_no_right, sort_order")
            .eq("project_id", project)
            .eq("is_active", true)
            .order("sort_order")
            .order("id")
            .limit(MOST)
            .abortSignal(signal),
        );
      },
    }),
};
