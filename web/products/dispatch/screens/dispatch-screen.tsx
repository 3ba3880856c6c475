import { useState } from "react";
import { Navigate, useLocation, useNavigate, useSearchParams } from "react-router";
import { DISPATCH_PROJECT } from "#contract/projects.ts";
import { ActingAs } from "#session/acting-as.tsx";
import type { LoginReasonState } from "#session/logins/login-reason.tsx";
import type { Session } from "#session/store.ts";
import { paths } from "#shared/paths.ts";
import { AlarmBand } from "../alarm/alarm-band.tsx";
import { AdminDashboard } from "../staff/admin-dashboard.tsx";
import { DispatchCentre } from "../centre/dispatch-centre.tsx";
import { RoleChoice } from "../parts/role-choice.tsx";
import { Wall } from "../wall/wall.tsx";
import { useOwnSession } from "../parts/use-own-session.ts";
import { useUnitEdits } from "../roster/use-unit-edits.ts";
import { areaFor } from "../rules/area.ts";

/** The screen at `/721075`: the dispatch centre, the administrator's area, or the way into them (document 2 §2, §6). */
export function DispatchScreen() {
  const [leaving, setLeaving] = useState<LoginReasonState>();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const administrator = useOwnSession("dispatch-admin", (reason) => {
    void navigate({ pathname, search }, { replace: true, state: { reason } satisfies LoginReasonState });
  });
  // After a logout an operator goes to the login. The administrator goes to the choice of roles, because that login is a dialog here.
  const operator = useOwnSession("operator", (reason) => {
    if (administrator.session === null) setLeaving({ reason });
  });
  if (leaving !== undefined) return <Navigate to={paths.operatorLogin()} replace state={leaving} />;
  const own = { operator: operator.session, administrator: administrator.session };
  return (
    <Areas
      // The key keeps one person's typed values from the next person.
      key={(own.operator ?? own.administrator)?.token}
      {...own}
      onLeaveAdministration={administrator.leave}
      onLeaveCentre={(reason) => {
        if (operator.session === null) administrator.leave();
        else {
          setLeaving({ reason });
          operator.leave();
        }
      }}
    />
  );
}

type AreasProps = {
  operator: Session | null;
  administrator: Session | null;
  onLeaveAdministration: () => void;
  onLeaveCentre: (reason?: string) => void;
};

function Areas({ operator, administrator, onLeaveAdministration, onLeaveCentre }: AreasProps) {
  const [query] = useSearchParams();
  const edits = useUnitEdits();
  const area = areaFor(query.get("role"), { operator: operator !== null, administrator: administrator !== null });
  if (area === "operator-login") return <Navigate to={paths.operatorLogin()} replace />;
  if (area === "administration" && administrator !== null) {
    return (
      <ActingAs kind="dispatch-admin" session={administrator} site={DISPATCH_PROJECT}>
        <AlarmBand />
        <AdminDashboard session={administrator} onLeave={onLeaveAdministration} />
      </ActingAs>
    );
  }
  const session = operator ?? administrator;
  if (area !== "centre" || session === null) return <RoleChoice isLoggingIn={area === "admin-login"} />;
  const kind = operator === null ? "dispatch-admin" : "operator";
  return (
    <ActingAs kind={kind} session={session} site={DISPATCH_PROJECT}>
      {query.get("view") === "wall" ? (
        <div className="flex h-dvh flex-col overflow-hidden">
          <AlarmBand isWall />
          <Wall operatorId={operator?.userId} onLeave={onLeaveCentre} />
        </div>
      ) : (
        <>
          <AlarmBand />
          <DispatchCentre
            kind={kind}
            session={session}
            isAdmin={administrator !== null}
            edits={edits}
            onLeave={onLeaveCentre}
          />
        </>
      )}
    </ActingAs>
  );
}
