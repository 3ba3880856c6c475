/** Logs the actions of a logged-in person, under the names in document 1 §7. */
import { useCallback } from "react";
import { useLocation } from "react-router";
import type { SessionKind } from "#contract/states.ts";
import { type Activity, logActivity } from "#data/web_activity_logs/mutations.ts";
import type { Session } from "../store.ts";

/** Logs an action of this person on this page. */
export type Log = (action: string, data?: Activity["data"]) => void;

export function useActivityLog(kind: SessionKind, session: Session): Log {
  const { pathname } = useLocation();
  const { userId } = session;
  return useCallback(
    (action, data) =>
      void logActivity({ userId, userType: kind, action, pageUrl: pathname, ...(data === undefined ? {} : { data }) }),
    [kind, userId, pathname],
  );
}
