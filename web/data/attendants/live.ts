/** Keeps live whether an attendant or an admin still works here. They are added and removed a few times a day, in any list. */
import { defineLive } from "../define-live.ts";
import { attendantQueries } from "./queries.ts";

const refetch = () => [attendantQueries.allThere];
const useLiveAdded = defineLive(() => ({ table: "attendants", refetch }));
const useLiveInProjects = defineLive(() => ({ table: "project_attendants", refetch }));
const useLiveAdminRows = defineLive(() => ({ table: "admin_accounts", refetch }));

export function useLiveAttendants(): void {
  useLiveAdded();
  useLiveInProjects();
}

/** An attendant may open the screens of admins too. */
export function useLiveAdmins(): void {
  useLiveAttendants();
  useLiveAdminRows();
}
