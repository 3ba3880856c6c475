/** The logged-in person, as screens need it. */
import { useSyncExternalStore } from "react";
import { COMPANY_CODE, isOtherProduct, PROTECTED_ADMIN_ID, STANDARD_SITE } from "#contract/projects.ts";
import type { SessionKind } from "#contract/states.ts";
import type { ProjectId } from "#shared/paths.ts";
import { readSession, type Session, subscribeToSessions } from "./store.ts";

/**
 * The session of a kind for this project, or null. A session of another project does not count here (decisions §3). The hook follows
 * logins, logouts and expiry in every window.
 */
export function useSession(kind: SessionKind, project: ProjectId): Session | null {
  const session = useSyncExternalStore(
    subscribeToSessions,
    () => readSession(kind),
    () => null,
  );
  return session !== null && isSessionOf(session, kind, project) ? session : null;
}

/**
 * Whether a session counts in a project: in its own project; for the protected admin also in the standard site (document 1 §6); for a
 * handler of the company in every site (decision 16), since the database decides at which sites the handler works.
 */
export const isSessionOf = (session: Session, kind: SessionKind, project: ProjectId): boolean =>
  session.project === project ||
  (kind === "admin" && session.userId === PROTECTED_ADMIN_ID && project === STANDARD_SITE.path) ||
  (kind === "admin" && session.project === COMPANY_CODE && project !== undefined && !isOtherProduct(project));
