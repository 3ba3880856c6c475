/** Keeps the list of a project's people live. */
import { useQueryClient } from "@tanstack/react-query";
import { useLive } from "../live.ts";
import { projectAttendantQueries } from "./queries.ts";

/** Fetches the list again at each change and after each (re)join: accounts change a few times a day. */
export function useLiveProjectPeople(project: string): void {
  const cache = useQueryClient();
  const refetch = () => void cache.invalidateQueries(projectAttendantQueries.ofProject(project));
  useLive({ table: "project_attendants", filter: `project_id=eq.${project}` }, refetch, refetch);
}
