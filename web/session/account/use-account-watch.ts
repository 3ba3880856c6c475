/** Ends the session of somebody whose account is removed while they are logged in. */
import { type QueryKey, useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import { useLiveEmployees } from "#data/ase_employees/live.ts";
import { aseEmployeeQueries } from "#data/ase_employees/queries.ts";
import { useLiveAttendants } from "#data/attendants/live.ts";
import { attendantQueries } from "#data/attendants/queries.ts";
import { useLiveProjectPeople } from "#data/project_attendants/live.ts";
import { projectAttendantQueries } from "#data/project_attendants/queries.ts";
import type { ProjectId } from "#shared/paths.ts";
import { toast } from "#shared/feedback/toast.ts";
import type { Language } from "#shared/ui/language.ts";

/** What is told, in the language of the login that the person then stands at. */
const REMOVED: Record<Language, string> = { sv: "Ditt konto har tagits bort", en: "Your account has been removed" };

/** Whether an account is still there, as the data's `isThere` asks it. */
type IsThere = { queryKey: QueryKey; queryFn?: unknown };

/**
 * Follows whether the project still has the account; when it is gone the person is told and `onGone` ends the session, with what was told.
 * An answer that does not come ends nothing. Without `userId` nobody is watched. `login` is the language of their login.
 */
export function useAccountWatch(
  project: string,
  userId: string | undefined,
  onGone: (reason: string) => void,
  login: Language = "sv",
): void {
  useLiveProjectPeople(project);
  const isThere = useQuery(watched(projectAttendantQueries.isThere(project, userId ?? ""), userId !== undefined));
  useEndWhenGone(isThere.data, onGone, login);
}

/** The same for an attendant of a project, or of the routes without one. */
export function useAttendantWatch(project: ProjectId, userId: string, onGone: (reason: string) => void): void {
  useLiveAttendants();
  const isThere = useQuery(watched(attendantQueries.isThere(project, userId)));
  useEndWhenGone(isThere.data, onGone);
}

/** The same for who is logged in as a site's admin; the protected one (undefined) is nobody's to remove. */
export function useAdminWatch(project: string, userId: string | undefined, onGone: (reason: string) => void): void {
  useLiveAttendants();
  const isThere = useQuery(watched(attendantQueries.isAdminThere(project, userId ?? ""), userId !== undefined));
  useEndWhenGone(isThere.data, onGone);
}

/** The same for an employee of the ambulance. */
export function useEmployeeWatch(employeeId: string, onGone: (reason: string) => void): void {
  useLiveEmployees();
  const isThere = useQuery(watched(aseEmployeeQueries.isThere(employeeId)));
  useEndWhenGone(isThere.data, onGone, "en");
}

/** An answer of an earlier session would end this one, where the account was made anew meanwhile. */
const watched = <Query extends IsThere>(query: Query, enabled = true) => ({ ...query, enabled, gcTime: 0 });

function useEndWhenGone(isThere: boolean | undefined, onGone: (reason: string) => void, login: Language = "sv"): void {
  const handleGone = useEffectEvent(onGone);
  useEffect(() => {
    if (isThere !== false) return;
    toast.error(REMOVED[login]);
    handleGone(REMOVED[login]);
  }, [isThere, login]);
}
