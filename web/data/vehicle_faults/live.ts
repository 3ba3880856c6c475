/** Keeps faults of cars live (document 5 §10). */
import { defineLive } from "../define-live.ts";
import { vehicleFaultQueries } from "./queries.ts";

export const useLiveFaults = defineLive((project: string) => ({
  table: "vehicle_faults",
  filter: `project_id=eq.${project}`,
  refetch: () => [vehicleFaultQueries.all(project)],
}));
