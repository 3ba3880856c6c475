/** Reads how many units of a location stay free at least (document 5 §3). */
import { ask } from "../ask.ts";
import type { Row } from "../live.ts";
import { queryOptions } from "../use-query.ts";

export type LocationMinimum = Pick<Row<"location_minimums">, "location" | "min_free">;

/** As many locations as there are units (document 5 §10). */
const LIMIT = 500;

export const locationMinimumQueries = {
  /** All minimums, by location. */
  list: () =>
    queryOptions({
      queryKey: ["location_minimums", "list"] as const,
      queryFn: (acting, { signal }): Promise<LocationMinimum[]> =>
        ask(acting, (client) =>
          client
            .from("location_minimums")
            .select("location, min_free")
            .order("location")
            .limit(LIMIT)
            .abortSignal(signal),
        ),
    }),
};
