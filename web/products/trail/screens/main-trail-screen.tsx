import { ForMainAdmin } from "#session/for-main-admin.tsx";
import { paths } from "#shared/paths.ts";
import { Trail } from "../parts/trail.tsx";

/** The trail of changes on all sites, for the main admin (docs/decisions/0010). */
export function MainTrailScreen() {
  return <ForMainAdmin>{() => <Trail back={paths.mainAdminDashboard()} />}</ForMainAdmin>;
}
