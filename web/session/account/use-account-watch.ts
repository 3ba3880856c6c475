/** Ends the session of a person whose account is removed while they are logged in. */
import type { QueryKey } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import { useLiveEmployees } from "#data/ase_employees/live.ts";
import { aseEmployeeQueries } from "#data/ase_employees/queries.ts";
import { useLiveAttendants } from "#data/attendants/live.ts";
import { attendantQueries } from "#data/attendants/queries.ts";
import { useLiveProjectPeople } from "#data/project_attendants/live.ts";
import { projectAttendantQueries } from "#data/project_attendants/queries.ts";
import { useQuery } from "#data/use-query.ts";
import type { ProjectId } from "#shared/paths.ts";
import { toast } from "#shared/feedback/toast.ts";
import type { Language } from "#shared/ui/language.ts";

/** The message, in the language of the login screen that the person then sees. */
const REMOVED: Record<Language, string> = { sv: "Ditt konto har tagits bort", en: "Your account has been removed" };

/** The query `isThere` of a table: whether an account still exists. */
type IsThere = { queryKey: QueryKey; queryFn?: unknown };

/**
 * Watches whether the project still has the account. When the account is gone, a message is shown and `onGone` ends the session with it. A
 * failed check ends nothing. Without `userId` nothing is watched. `login` is the language of the login screen.
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

/** Watches an attendant of a project, or of the routes without a project. */
export function useAttendantWatch(project: ProjectId, userId: string, onGone: (reason: string) => void): void {
  useLiveAttendants();
  const isThere = useQuery(watched(attendantQueries.isThere(project, userId)));
  useEndWhenGone(isThere.data, onGone);
}

/** Watches a site's admin. The protected admin (undefined) cannot be removed. */
export function useAdminWatch(project: string, userId: string | undefined, onGone: (reason: string) => void): void {
  useLiveAttendants();
  const isThere = useQuery(watched(attendantQueries.isAdminThere(project, userId ?? ""), userId !== undefined));
  useEndWhenGone(isThere.data, onGone);
}

/** Watches an employee of the ambulance service. */
export function useEmployeeWatch(employeeId: string, onGone: (reason: string) => void): void {
  useLiveEmployees();
  const isThere = useQuery(watched(aseEmployeeQueries.isThere(employeeId)));
  useEndWhenGone(isThere.data, onGone, "en");
}

/** Answers are not cached: after an account was made anew, an old answer would end the new session. */
const watched = <Query extends IsThere>(query: Query, enabled = true) => ({ ...query, enabled, gcTime: 0 });

function useEndWhenGone(isThere: boolean | undefined, onGone: (reason: string) => void, login: Language = "sv"): void {
  const handleGone = useEffectEvent(onGone);
  useEffect(() => {
    if (isThere !== false) return;
    toast.error(REMOVED[login]);
    handleGone(REMOVED[login]);
  }, [isThere, login]);
}
