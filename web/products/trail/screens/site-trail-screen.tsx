import { useParams } from "react-router";
import { RequireSession } from "#session/guard.tsx";
import { paths } from "#shared/paths.ts";
import { sharedTexts } from "#shared/texts.ts";
import { Trail } from "../parts/trail.tsx";

/** The trail of changes at a site, for its admins (docs/decisions/0010). */
export function SiteTrailScreen() {
  const { projectId: project = "" } = useParams();
  return (
    <RequireSession
      kind="admin"
      project={project}
      login={paths.customerAdminLogin(project)}
      message={sharedTexts.adminRequired}
    >
      {() => <Trail project={project} back={paths.customerAdminDashboard(project)} />}
    </RequireSession>
  );
}
