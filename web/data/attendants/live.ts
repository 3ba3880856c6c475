/** Keeps live whether an attendant still exists. Attendants are added and removed a few times a day, in either list. */
import { defineLive } from "../define-live.ts";
import { attendantQueries } from "./queries.ts";

const refetch = () => [attendantQueries.allThere];
const useLiveAdded = defineLive(() => ({ table: "attendants", refetch }));
const useLiveInProjects = defineLive(() => ({ table: "project_attendants", refetch }));

export function useLiveAttendants(): void {
  useLiveAdded();
  useLiveInProjects();
}
