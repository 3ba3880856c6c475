/** Keeps the cars of a project live (document 2 §4, §7). */
import { useQueryClient } from "@tanstack/react-query";
import { useLive } from "../live.ts";
import { registrationQueries } from "./queries.ts";

/** Fetches the cars of the project again at each change of theirs and after each (re)join: they are six rows at most. */
export function useLiveRegistrations(project: string): void {
  const cache = useQueryClient();
  const refetch = () => void cache.invalidateQueries(registrationQueries.ofProject(project));
  useLive({ table: "vehicle_registrations", filter: `project_id=eq.${project}` }, refetch, refetch);
}
