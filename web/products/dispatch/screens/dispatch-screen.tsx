import { lazy, Suspense, useState } from "react";
import { Navigate, useLocation, useNavigate, useSearchParams } from "react-router";
import type { LoginReasonState } from "#session/logins/login-reason.tsx";
import type { Session } from "#session/store.ts";
import { paths } from "#shared/paths.ts";
import { Page } from "#shared/ui/page.tsx";
import { SkeletonList } from "#shared/ui/skeleton.tsx";
import { crewTexts } from "../crew/crew-texts.ts";
import { RoleChoice } from "../parts/role-choice.tsx";
import { useOwnSession } from "../parts/use-own-session.ts";
import { useUnitEdits } from "../roster/use-unit-edits.ts";
import { areaFor } from "../rules/area.ts";
import { texts } from "../texts.ts";

// Visitors who choose a role need nothing of the areas' code.
const SignedInArea = lazy(async () => ({ default: (await import("./signed-in-area.tsx")).SignedInArea }));
const CrewScreen = lazy(async () => ({ default: (await import("../crew/crew-screen.tsx")).CrewScreen }));

/** The screen at `/721075`: the dispatch centre, the administrator's area, the way into them (document 2 §2, §6), or the screen of a crew. */
export function DispatchScreen() {
  const [query] = useSearchParams();
  if (query.get("view") !== "unit") return <StaffScreen />;
  return (
    <Suspense fallback={<AreaOnItsWay title={crewTexts.title} />}>
      <CrewScreen />
    </Suspense>
  );
}

function StaffScreen() {
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
  const isWall = query.get("view") === "wall";
  const area = areaFor(query.get("role"), { operator: operator !== null, administrator: administrator !== null });
  if (area === "operator-login") return <Navigate to={paths.operatorLogin()} replace />;
  if (area === "choice" || area === "admin-login") return <RoleChoice isLoggingIn={area === "admin-login"} />;
  return (
    <Suspense fallback={!isWall && <AreaOnItsWay title={texts[area === "centre" ? "centre" : "admin"].title} />}>
      <SignedInArea {...{ area, operator, administrator, edits, isWall, onLeaveAdministration, onLeaveCentre }} />
    </Suspense>
  );
}

function AreaOnItsWay({ title }: { title: string }) {
  return (
    <Page title={title} lang="en" width="full">
      <SkeletonList rows={4} />
    </Page>
  );
}
