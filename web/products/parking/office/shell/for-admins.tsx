import type { ReactNode } from "react";
import { Navigate, useParams } from "react-router";
import { COMPANY_CODE, PROTECTED_ADMIN_ID } from "#contract/projects.ts";
import { companyQueries } from "#data/company/queries.ts";
import { useQuery } from "#data/use-query.ts";
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

/** Ends the session of an admin who was removed, and leads a handler away from a site that is not the handler's. */
function StillThere({ at, children }: { at: AdminAt; children: (at: AdminAt) => ReactNode }) {
  const { session, project, logOut } = at;
  const watched = session.userId === PROTECTED_ADMIN_ID ? undefined : session.userId;
  const home = session.project ?? project;
  useAdminWatch(home, watched, (reason) => logOut(paths.customerAdminLogin(home), reason));
  const isElsewhere = home === COMPANY_CODE && project !== COMPANY_CODE;
  const { data: sites, isLoading } = useQuery({ ...companyQueries.ownSites(), enabled: isElsewhere });
  if (isLoading) return null;
  if (isElsewhere && sites?.some(({ path }) => path === project) === false)
    return <Navigate to={paths.cases(COMPANY_CODE)} replace />;
  return children(at);
}
