/** Reads the dispatch centre's roster of units. */
import type { Acting } from "../acting.ts";
import { ask } from "../ask.ts";
import type { Row } from "../live.ts";
import { queryOptions } from "../use-query.ts";

/** A unit as the screens read it. `updated_at` is the version that a change is based on; `checked_at` is null until somebody looked after it. */
export type Unit = Omit<Row<"units">, "created_at">;

export const UNIT_COLUMNS =
  "id, unit_number, location, status, occupation, vehicle_type, operational_status, updated_at, status_since, checked_at, crew" as const;

/** More units than any dispatch centre has. */
const UNITS_LIMIT = 1000;

export const unitQueries = {
  /** All units by location, then by unit number (document 2 §7). */
  roster: () =>
    queryOptions({
      queryKey: ["units", "roster"] as const,
      queryFn: (acting, { signal }): Promise<Unit[]> =>
        ask(acting, (client) =>
          client
            .from("units")
            .select(UNIT_COLUMNS)
            .order("location")
            .order("unit_number")
            .order("id")
            .limit(UNITS_LIMIT)
            .abortSignal(signal),
        ),
    }),
};

/** A unit as it is now, or null when it is gone. */
export async function findUnit(acting: Acting, id: string): Promise<Unit | null> {
  return ask(acting, (client) => client.from("units").select(UNIT_COLUMNS).eq("id", id).maybeSingle());
}
