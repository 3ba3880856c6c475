/** Logs the actions of a logged-in person, under the names in document 1 §7. */
import { useCallback } from "react";
import { useLocation } from "react-router";
import { useActingPerson } from "#data/acting.ts";
import { type Activity, logActivity } from "#data/web_activity_logs/mutations.ts";

/** Logs an action of this person on this page. */
export type Log = (action: string, data?: Activity["data"]) => void;

export function useActivityLog(): Log {
  const acting = useActingPerson();
  const { pathname } = useLocation();
  return useCallback(
    (action, data) => void logActivity(acting, { action, pageUrl: pathname, ...(data === undefined ? {} : { data }) }),
    [acting, pathname],
  );
}
