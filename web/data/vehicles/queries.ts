/** Reads the register of cars (document 5 §4). */
import { ask } from "../ask.ts";
import type { Row } from "../live.ts";
import { queryOptions } from "../use-query.ts";

export type Vehicle = Pick<
  Row<"vehicles">,
  "id" | "slot" | "name" | "plate" | "model" | "state" | "state_reason" | "odometer" | "not_returned_by"
> &
  // Crews of the ambulance check their vehicles.
  Partial<Pick<Row<"vehicles">, "checked_at">>;

/** As many cars in service (document 5 §10), and those that were retired. */
const VEHICLES_LIMIT = 200;

export const vehicleQueries = {
  /** The cars of a project in the order of their slots. */
  ofProject: (project: string) =>
    queryOptions({
      queryKey: ["vehicles", "project", project] as const,
      queryFn: (acting, { signal }): Promise<Vehicle[]> =>
        ask(acting, (client) =>
          client
            .from("vehicles")
            .select("id, slot, name, plate, model, state, state_reason, odometer, not_returned_by, checked_at")
            .eq("project_id", project)
            .order("slot")
            .order("created_at")
            .limit(VEHICLES_LIMIT)
            .abortSignal(signal),
        ),
    }),
};
