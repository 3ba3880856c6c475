/** Reads questions of chauffeurs who stand at a car that somebody else has (document 5 §4). */
import { ask } from "../ask.ts";
import type { Row } from "../live.ts";
import { queryOptions } from "../use-query.ts";

export type VehicleRequest = Pick<
  Row<"vehicle_requests">,
  "id" | "vehicle_id" | "turn_id" | "asked_by" | "asked_at" | "answer" | "answered_at"
>;

/** Questions older than this concern a turn that is over. */
const SINCE_MS = 24 * 3_600_000;

export const vehicleRequestQueries = {
  /** The latest questions of a project, newest first. */
  latest: (project: string) =>
    queryOptions({
      queryKey: ["vehicle_requests", project] as const,
      queryFn: (acting, { signal }): Promise<VehicleRequest[]> =>
        ask(acting, (client) =>
          client
            .from("vehicle_requests")
            .select("id, vehicle_id, turn_id, asked_by, asked_at, answer, answered_at")
            .eq("project_id", project)
            .gte("asked_at", new Date(Date.now() - SINCE_MS).toISOString())
            .order("asked_at", { ascending: false })
            .order("id", { ascending: false })
            .limit(100)
            .abortSignal(signal),
        ),
    }),
};
