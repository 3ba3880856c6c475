import { RequireSession } from "#session/guard.tsx";
import { paths } from "#shared/paths.ts";
import { sharedTexts } from "#shared/texts.ts";
import { Trail } from "../parts/trail.tsx";

/** The trail of changes on all sites, for the main admin (docs/decisions/0010). */
export function MainTrailScreen() {
  return (
    <RequireSession
      kind="main-admin"
      project={undefined}
      login={paths.mainAdminLogin()}
      message={sharedTexts.adminRequired}
    >
      {() => <Trail back={paths.mainAdminDashboard()} />}
    </RequireSession>
  );
}
