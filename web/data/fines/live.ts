/** Keeps the cases of a site live for its admins. */
import { useQueryClient } from "@tanstack/react-query";
import { fineEventQueries } from "../fine_events/queries.ts";
import { useLive } from "../live.ts";
import { fineQueries } from "./queries.ts";

/** Fetches lists and cases again when one of them changes, and after each (re)join. @public */
export function useLiveFines(project: string): void {
  const cache = useQueryClient();
  const refetch = () => void cache.invalidateQueries({ queryKey: fineQueries.all });
  useLive({ table: "fines", filter: `project_id=eq.${project}` }, refetch, refetch);
}

/** Fetches the timeline of a case again when something happens to it. @public */
export function useLiveFineEvents(fineId: string): void {
  const cache = useQueryClient();
  const refetch = () => void cache.invalidateQueries(fineEventQueries.of(fineId));
  useLive({ table: "fine_events", filter: `fine_id=eq.${fineId}` }, refetch, refetch);
}
