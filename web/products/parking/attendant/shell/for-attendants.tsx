import { type ReactNode, useEffect } from "react";
import { Navigate, useLocation, useParams } from "react-router";
import { type LogOutTo, RequireSession } from "#session/guard.tsx";
import { readSession, type Session } from "#session/store.ts";
import { useAttendantWatch } from "#session/account/use-account-watch.ts";
import { paths, type ProjectId } from "#shared/paths.ts";
import { sharedTexts } from "#shared/texts.ts";
import { useLazyCode } from "#shared/use-lazy-code.ts";
import { followKeptApplication } from "#parking/kernel/page/new-version.ts";

/** The attendant of a screen, in the project of its address; `logOut(to)` ends the session and goes to `to`. */
export type AttendantAt = { session: Session; project: ProjectId; logOut: LogOutTo };

/** Keeps a screen for the attendants of the address's project (document 1 §2); everybody else goes to the login. */
export function ForAttendants({ children }: { children: (at: AttendantAt) => ReactNode }) {
  const { projectId: project } = useParams();
  const elsewhere = useInstalledStart(project);
  useEffect(followKeptApplication, []);
  if (elsewhere !== undefined) return <Navigate to={elsewhere} replace />;
  return (
    <RequireSession
      kind="attendant"
      project={project}
      login={paths.attendantLogin(project)}
      message={sharedTexts.loginRequired}
    >
      {(session, logOut) => <StillThere at={{ session, project, logOut }}>{children}</StillThere>}
    </RequireSession>
  );
}

/**
 * The installed application and its shortcuts start without a project (attendant.webmanifest); an attendant who is logged in at a site
 * continues there.
 */
function useInstalledStart(project: ProjectId): string | undefined {
  const { pathname, search } = useLocation();
  const isStart = new URLSearchParams(search).has("installed");
  const session = readSession("attendant");
  return isStart && project === undefined && session?.project !== undefined
    ? `${paths.project(session.project)}${pathname}`
    : undefined;
}

const loadDevice = () => import("../device/attendants-device.tsx");

/** Ends the session of an attendant who was removed, and sends the device's waiting entries. */
function StillThere({ at, children }: { at: AttendantAt; children: (at: AttendantAt) => ReactNode }) {
  const { session, project, logOut } = at;
  useAttendantWatch(project, session.userId, (reason) => logOut(paths.attendantLogin(project), reason));
  const device = useLazyCode(loadDevice);
  return (
    <>
      {device !== undefined && <device.AttendantsDevice session={session} project={project} />}
      {children(at)}
    </>
  );
}
