/** Reads the statuses of units, with the administrator's limits. */
import { ask } from "../ask.ts";
import type { Row } from "../live.ts";
import { queryOptions } from "../use-query.ts";

/** The colours and shapes of statuses; each colour passes contrast in light and dark. */
export const STATUS_COLORS = [
  "grey",
  "red",
  "orange",
  "amber",
  "green",
  "teal",
  "blue",
  "violet",
  "pink",
  "brown",
] as const;
export const STATUS_SIGNS = [
  "ring",
  "disc",
  "square",
  "frame",
  "triangle",
  "wedge",
  "diamond",
  "plus",
  "cross",
  "star",
  "hexagon",
  "bar",
] as const;
export const STATUS_MEANINGS = ["free", "busy", "off_duty"] as const;

/** A status as screens read it; limits are minutes, null where nobody has to look after a unit. */
export type UnitStatus = Pick<Row<"unit_statuses">, "code" | "name" | "meaning" | "check_after" | "overdue_after"> & {
  color: (typeof STATUS_COLORS)[number];
  sign: (typeof STATUS_SIGNS)[number];
};

/** The most statuses (document 5 §10). */
const STATUSES_LIMIT = 20;

export const unitStatusQueries = {
  /** All statuses in their order. */
  list: () =>
    queryOptions({
      queryKey: ["unit_statuses", "list"] as const,
      queryFn: async (acting, { signal }) =>
        (await ask(acting, (client) =>
          client
            .from("unit_statuses")
            .select("code, name, color, sign, meaning, check_after, overdue_after")
            .order("sort_order")
            .order("code")
            .limit(STATUSES_LIMIT)
            .abortSignal(signal),
        )) as UnitStatus[],
    }),
};
