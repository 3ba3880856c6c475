import type { ReactNode } from "react";
import { useParams } from "react-router";
import { RequireSession } from "#session/guard.tsx";
import type { Session } from "#session/store.ts";
import { useAttendantWatch } from "#session/account/use-account-watch.ts";
import { paths, type ProjectId } from "#shared/paths.ts";
import { sharedTexts } from "#shared/texts.ts";

/** Who works on a screen, in the project of its address; `logOut(to)` ends the session and leaves for `to`. */
export type AttendantAt = { session: Session; project: ProjectId; logOut: (to: string) => void };

/** Keeps a screen for the attendants of the address's project (document 1 §2): everybody else goes to their login. */
export function ForAttendants({ children }: { children: (at: AttendantAt) => ReactNode }) {
  const { projectId: project } = useParams();
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

/** Ends the session of an attendant who is removed. */
function StillThere({ at, children }: { at: AttendantAt; children: (at: AttendantAt) => ReactNode }) {
  const { session, project, logOut } = at;
  useAttendantWatch(project, session.userId, () => logOut(paths.attendantLogin(project)));
  return children(at);
}
