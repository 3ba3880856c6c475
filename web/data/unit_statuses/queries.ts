/** Reads the statuses of units, with the administrator's limits. */
import { ask } from "../ask.ts";
import type { Row } from "../live.ts";
import { queryOptions } from "../use-query.ts";

/** A status as screens read it; limits are minutes, null where nobody has to look after a unit. */
export type UnitStatus = Pick<Row<"unit_statuses">, "code" | "name" | "meaning" | "check_after" | "overdue_after">;

/** The most statuses (document 5 §10). */
const STATUSES_LIMIT = 20;

export const unitStatusQueries = {
  /** All statuses in their order. */
  list: () =>
    queryOptions({
      queryKey: ["unit_statuses", "list"] as const,
      queryFn: (acting, { signal }): Promise<UnitStatus[]> =>
        ask(acting, (client) =>
          client
            .from("unit_statuses")
            .select("code, name, meaning, check_after, overdue_after")
            .order("sort_order")
            .order("code")
            .limit(STATUSES_LIMIT)
            .abortSignal(signal),
        ),
    }),
};
