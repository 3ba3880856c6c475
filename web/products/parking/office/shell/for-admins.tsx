import type { ReactNode } from "react";
import { useParams } from "react-router";
import { PROTECTED_ADMIN_ID } from "#contract/projects.ts";
import { type LogOutTo, RequireSession } from "#session/guard.tsx";
import type { Session } from "#session/store.ts";
import { useAdminWatch } from "#session/account/use-account-watch.ts";
import { paths } from "#shared/paths.ts";
import { sharedTexts } from "#shared/texts.ts";

/** The admin of a screen, on the site of its address; `logOut(to)` ends the session and goes to `to`. */
export type AdminAt = { session: Session; project: string; logOut: LogOutTo };

/** Keeps a screen for the admins of the address's site (document 1 §6); everybody else goes to the login. */
export function ForAdmins({ children }: { children: (at: AdminAt) => ReactNode }) {
  const { projectId: project = "" } = useParams();
  return (
    <RequireSession
      kind="admin"
      project={project}
      login={paths.customerAdminLogin(project)}
      message={sharedTexts.adminRequired}
    >
      {(session, logOut) => <StillThere at={{ session, project, logOut }}>{children}</StillThere>}
    </RequireSession>
  );
}

/** Ends the session of an admin who was removed. */
function StillThere({ at, children }: { at: AdminAt; children: (at: AdminAt) => ReactNode }) {
  const { session, project, logOut } = at;
  const watched = session.userId === PROTECTED_ADMIN_ID ? undefined : session.userId;
  useAdminWatch(project, watched, (reason) => logOut(paths.customerAdminLogin(project), reason));
  return children(at);
}
