/** Ends the session of somebody whose account is removed while they are logged in. */
import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import { useLiveProjectPeople } from "#data/project_attendants/live.ts";
import { projectAttendantQueries } from "#data/project_attendants/queries.ts";
import { toast } from "#shared/feedback/toast.ts";
import { sharedTexts } from "#shared/texts.ts";

/**
 * Follows whether the project still has the account; when it is gone the person is told and `onGone` ends the session.
 * An answer that does not come ends nothing. Without `userId` nobody is watched.
 */
export function useAccountWatch(project: string, userId: string | undefined, onGone: () => void): void {
  const { data } = useQuery({
    ...projectAttendantQueries.isThere(project, userId ?? ""),
    enabled: userId !== undefined,
    // An answer of an earlier session would end this one, where the account was made anew meanwhile.
    gcTime: 0,
  });
  useLiveProjectPeople(project);
  const handleGone = useEffectEvent(onGone);
  useEffect(() => {
    if (data !== false) return;
    toast.error(sharedTexts.accountRemoved);
    handleGone();
  }, [data]);
}
