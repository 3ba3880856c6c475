/** Ends the session of a person whose account is removed or deactivated while they are logged in. */
import type { QueryKey } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import { useLiveEmployees } from "#data/ase_employees/live.ts";
import { aseEmployeeQueries } from "#data/ase_employees/queries.ts";
import { useLiveAdmins, useLiveAttendants } from "#data/attendants/live.ts";
import { attendantQueries } from "#data/attendants/queries.ts";
import { useLiveProjectPeople } from "#data/project_attendants/live.ts";
import { type Presence, projectAttendantQueries } from "#data/project_attendants/queries.ts";
import { useQuery } from "#data/use-query.ts";
import type { ProjectId } from "#shared/paths.ts";
import { toast } from "#shared/feedback/toast.ts";
import type { Language } from "#shared/ui/language.ts";
import { DEACTIVATED } from "../logins/deactivated.ts";

/** The messages, in the language of the login screen that the person then sees. */
const REASONS: Record<Exclude<Presence, "there">, Record<Language, string>> = {
  gone: { sv: "Ditt konto har tagits bort", en: "Your account has been removed" },
  deactivated: DEACTIVATED,
};

/** The query `presence` of a table: whether an account still works. */
type PresenceQuery = { queryKey: QueryKey; queryFn?: unknown };

/**
 * Watches whether the project still has the account. When the account is gone or deactivated, a message is shown and `onGone` ends the session with it. A
 * failed check ends nothing. Without `userId` nothing is watched. `login` is the language of the login screen.
 */
export function useAccountWatch(
  project: string,
  userId: string | undefined,
  onGone: (reason: string) => void,
  login: Language = "sv",
): void {
  useLiveProjectPeople(project);
  const presence = useQuery(watched(projectAttendantQueries.presence(project, userId ?? ""), userId !== undefined));
  useEndWhenGone(presence.data, onGone, login);
}

/** Watches an attendant of a project, or of the routes without a project. */
export function useAttendantWatch(project: ProjectId, userId: string, onGone: (reason: string) => void): void {
  useLiveAttendants();
  const presence = useQuery(watched(attendantQueries.presence(project, userId)));
  useEndWhenGone(presence.data, onGone);
}

/** Watches a site's admin. The protected admin (undefined) cannot be removed. */
export function useAdminWatch(project: string, userId: string | undefined, onGone: (reason: string) => void): void {
  useLiveAdmins();
  const presence = useQuery(watched(attendantQueries.adminPresence(project, userId ?? ""), userId !== undefined));
  useEndWhenGone(presence.data, onGone);
}

/** Watches an employee of the ambulance service. */
export function useEmployeeWatch(employeeId: string, onGone: (reason: string) => void): void {
  useLiveEmployees();
  const presence = useQuery(watched(aseEmployeeQueries.presence(employeeId)));
  useEndWhenGone(presence.data, onGone, "en");
}

/** Answers are not cached: after an account was made anew, an old answer would end the new session. */
const watched = <Query extends PresenceQuery>(query: Query, enabled = true) => ({ ...query, enabled, gcTime: 0 });

function useEndWhenGone(
  presence: Presence | undefined,
  onGone: (reason: string) => void,
  login: Language = "sv",
): void {
  const handleGone = useEffectEvent(onGone);
  useEffect(() => {
    if (presence === undefined || presence === "there") return;
    const reason = REASONS[presence][login];
    toast.error(reason);
    handleGone(reason);
  }, [presence, login]);
}
