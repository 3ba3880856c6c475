/** Keeps questions about cars live (document 5 §10). */
import { defineLive } from "../define-live.ts";
import { vehicleRequestQueries } from "./queries.ts";

export const useLiveRequests = defineLive((project: string) => ({
  table: "vehicle_requests",
  filter: `project_id=eq.${project}`,
  refetch: () => [vehicleRequestQueries.latest(project).queryKey],
}));
