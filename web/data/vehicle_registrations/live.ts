/** Keeps the cars of a project live (document 2 §4, §7). There are six rows at most. */
import { defineLive } from "../define-live.ts";
import { registrationQueries } from "./queries.ts";

export const useLiveRegistrations = defineLive((project: string) => ({
  table: "vehicle_registrations",
  filter: `project_id=eq.${project}`,
  refetch: () => [registrationQueries.ofProject(project).queryKey],
}));
