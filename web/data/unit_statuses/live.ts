/** Keeps the statuses of units live (document 5 §10). */
import { defineLive } from "../define-live.ts";
import { unitStatusQueries } from "./queries.ts";

export const useLiveUnitStatuses = defineLive(() => ({
  table: "unit_statuses",
  refetch: () => [unitStatusQueries.list().queryKey],
}));
