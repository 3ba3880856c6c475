import { useState } from "react";
import { Navigate, useSearchParams } from "react-router";
import { DISPATCH_PROJECT } from "#contract/projects.ts";
import { ActingAs } from "#session/acting-as.tsx";
import { useSession } from "#session/use-session.ts";
import { paths } from "#shared/paths.ts";
import { AdminDashboard } from "../parts/admin-dashboard.tsx";
import { DispatchCentre } from "../parts/dispatch-centre.tsx";
import { RoleChoice } from "../parts/role-choice.tsx";
import { areaFor } from "../rules/area.ts";

/** What stands at `/721075`: the dispatch centre, the administrator's area, or the way into them (document 2 §2, §6). */
export function DispatchScreen() {
  const [query] = useSearchParams();
  const operator = useSession("operator", DISPATCH_PROJECT);
  const administrator = useSession("dispatch-admin", DISPATCH_PROJECT);
  const area = areaFor(query.get("role"), { operator: operator !== null, administrator: administrator !== null });
  const [isLeaving, setIsLeaving] = useState(false);
  if (isLeaving || area === "operator-login") return <Navigate to={paths.operatorLogin()} replace />;
  if (area === "administration" && administrator !== null) {
    return (
      <ActingAs kind="dispatch-admin" session={administrator}>
        <AdminDashboard session={administrator} />
      </ActingAs>
    );
  }
  if (area === "centre") {
    const isAdmin = administrator !== null;
    // An operator leaves for the login; the administrator, whose way in is a dialog here, for the choice of roles.
    if (operator !== null) {
      return (
        <ActingAs kind="operator" session={operator}>
          <DispatchCentre kind="operator" session={operator} isAdmin={isAdmin} onLeave={() => setIsLeaving(true)} />
        </ActingAs>
      );
    }
    if (isAdmin) {
      return (
        <ActingAs kind="dispatch-admin" session={administrator}>
          <DispatchCentre kind="dispatch-admin" session={administrator} isAdmin onLeave={() => undefined} />
        </ActingAs>
      );
    }
  }
  return <RoleChoice isLoggingIn={area === "admin-login"} />;
}
