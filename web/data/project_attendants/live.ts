/** Keeps the list of a project's people live. Accounts change a few times a day. */
import { defineLive } from "../define-live.ts";
import { projectAttendantQueries } from "./queries.ts";

export const useLiveProjectPeople = defineLive((project: string) => ({
  table: "project_attendants",
  filter: `project_id=eq.${project}`,
  refetch: () => [projectAttendantQueries.ofProject(project).queryKey],
}));
