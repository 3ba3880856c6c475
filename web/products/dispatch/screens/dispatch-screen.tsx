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
const KeyWall = lazy(async () => ({ default: (await import("../wall/wall.tsx")).KeyWall }));

/** The key of a wall's link, behind the `#` of its address, which browsers never send. */
const WALL_KEY = /^#([\w-]{22})$/;

/** The screen at `/721075`: a wall or a crew by its link, or what is for people who log in. */
export function DispatchScreen() {
  const { hash } = useLocation();
  const [query] = useSearchParams();
  const view = query.get("view");
  const key = WALL_KEY.exec(hash)?.[1];
  if (view === "unit") {
    return (
      <Suspense fallback={<AreaOnItsWay title={crewTexts.title} />}>
        <CrewScreen />
      </Suspense>
    );
  }
  if (view !== "wall" || key === undefined) return <StaffScreen />;
  return (
    <Suspense fallback={null}>
      <KeyWall linkKey={key} />
    </Suspense>
  );
}

/** The dispatch centre, the administrator's area, or the way into them (document 2 §2, §6). */
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
    <Suspense fallback={area === "administration" && <AreaOnItsWay title={texts.admin.title} />}>
      <SignedInArea {...{ area, operator, administrator, edits, isWall, onLeaveAdministration, onLeaveCentre }} />
    </Suspense>
  );
}

/** The place of an area until its code is there; the centre and the wall, whose signs differ, are empty until then. */
function AreaOnItsWay({ title }: { title: string }) {
  return (
    <Page title={title} lang="en" width="full">
      <SkeletonList rows={4} />
    </Page>
  );
}
