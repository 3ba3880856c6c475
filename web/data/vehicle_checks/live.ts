/** Keeps checks of vehicles live (document 5 §10). */
import { defineLive } from "../define-live.ts";
import { vehicleCheckQueries } from "./queries.ts";

export const useLiveChecks = defineLive(() => ({
  table: "vehicle_checks",
  refetch: () => [vehicleCheckQueries.latest().queryKey],
}));
