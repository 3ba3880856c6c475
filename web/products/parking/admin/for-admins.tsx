import type { ReactNode } from "react";
import { useParams } from "react-router";
import { RequireSession } from "#session/guard.tsx";
import type { Session } from "#session/store.ts";
import { paths } from "#shared/paths.ts";
import { sharedTexts } from "#shared/texts.ts";

/** Who works on a screen, on the site of its address; `logOut(to)` ends the session and leaves for `to`. */
export type AdminAt = { session: Session; project: string; logOut: (to: string) => void };

/** Keeps a screen for the admins of the address's site (document 1 §6): everybody else goes to their login. */
export function ForAdmins({ children }: { children: (at: AdminAt) => ReactNode }) {
  const { projectId: project = "" } = useParams();
  return (
    <RequireSession
      kind="admin"
      project={project}
      login={paths.customerAdminLogin(project)}
      message={sharedTexts.adminRequired}
    >
      {(session, logOut) => children({ session, project, logOut })}
    </RequireSession>
  );
}
