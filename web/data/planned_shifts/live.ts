/** Keeps the ambulance's plan live (document 5 §10). A shift changes with each of its places and offers. */
import { defineLive } from "../define-live.ts";
import { plannedShiftQueries } from "./queries.ts";

export const useLivePlan = defineLive(() => ({ table: "planned_shifts", refetch: () => [plannedShiftQueries.all] }));
