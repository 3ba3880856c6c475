/** Keeps cars live, with what changes beside them: a car's row changes with each turn and each mended fault (document 5 §10). */
import { defineLive } from "../define-live.ts";
import { vehicleFaultQueries } from "../vehicle_faults/queries.ts";
import { vehicleTurnQueries } from "../vehicle_turns/queries.ts";
import { vehicleQueries } from "./queries.ts";

export const useLiveVehicles = defineLive((project: string) => ({
  table: "vehicles",
  filter: `project_id=eq.${project}`,
  refetch: () => [
    vehicleQueries.ofProject(project).queryKey,
    vehicleTurnQueries.all(project),
    vehicleFaultQueries.all(project),
  ],
}));
