/** Keeps turns live: the own ones of a chauffeur, all for the admin (document 5 §10). */
import { defineLive } from "../define-live.ts";
import { vehicleQueries } from "../vehicles/queries.ts";
import { vehicleTurnQueries } from "./queries.ts";

export const useLiveTurns = defineLive((project: string) => ({
  table: "vehicle_turns",
  filter: `project_id=eq.${project}`,
  refetch: () => [vehicleTurnQueries.all(project), vehicleQueries.ofProject(project).queryKey],
}));
