/** Who is logged in, as screens ask it. */
import { useSyncExternalStore } from "react";
import type { SessionKind } from "#contract/states.ts";
import type { ProjectId } from "#shared/paths.ts";
import { readSession, type Session, subscribeToSessions } from "./store.ts";

/**
 * The session of a kind for this project, or null. A session of another project is none here (decisions §3);
 * it follows logins, logouts and expiry in every window.
 */
export function useSession(kind: SessionKind, project: ProjectId): Session | null {
  const session = useSyncExternalStore(subscribeToSessions, () => readSession(kind));
  return session !== null && session.project === project ? session : null;
}
