import { lazy } from "react";
import { DISPATCH_PROJECT } from "#contract/projects.ts";
import { ActingAs } from "#session/acting-as.tsx";
import type { Session } from "#session/store.ts";
import { LanguageContext } from "#shared/ui/language.ts";
import { AlarmBand } from "../alarm/alarm-band.tsx";
import { DispatchCentre } from "../centre/dispatch-centre.tsx";
import { StickyHeight } from "../parts/sticky-height.tsx";
import { StatusesProvider } from "../parts/statuses.tsx";
import type { UnitEdits } from "../roster/use-unit-edits.ts";
import { LiveWall } from "../wall/wall.tsx";

// Operators need nothing of the administrator's area.
const AdminDashboard = lazy(async () => ({ default: (await import("../staff/admin-dashboard.tsx")).AdminDashboard }));

type AreaProps = {
  area: "centre" | "administration";
  operator: Session | null;
  administrator: Session | null;
  edits: UnitEdits;
  isWall: boolean;
  onLeaveAdministration: () => void;
  onLeaveCentre: (reason?: string) => void;
};

/** The dispatch centre, its wall, or the administrator's area, for somebody who is logged in (document 2 §2, §6). */
export const SignedInArea = (props: AreaProps) => (
  // Alarms and their dialogs lie outside of the page, which sets the language for its own content.
  <LanguageContext value="en">
    <Area {...props} />
  </LanguageContext>
);

function Area({ area, operator, administrator, isWall, ...props }: AreaProps) {
  if (area === "administration" && administrator !== null) {
    return (
      <ActingAs kind="dispatch-admin" session={administrator} site={DISPATCH_PROJECT}>
        <StatusesProvider>
          <StickyHeight name="--alarms">
            <AlarmBand />
          </StickyHeight>
          <AdminDashboard session={administrator} onLeave={props.onLeaveAdministration} />
        </StatusesProvider>
      </ActingAs>
    );
  }
  const session = operator ?? administrator;
  if (session === null) return null;
  const kind = operator === null ? "dispatch-admin" : "operator";
  return (
    <ActingAs kind={kind} session={session} site={DISPATCH_PROJECT}>
      <StatusesProvider>
        {isWall ? (
          <LiveWall operatorId={operator?.userId} onLeave={props.onLeaveCentre} />
        ) : (
          <>
            <StickyHeight name="--alarms">
              <AlarmBand />
            </StickyHeight>
            <DispatchCentre
              kind={kind}
              session={session}
              isAdmin={administrator !== null}
              edits={props.edits}
              onLeave={props.onLeaveCentre}
            />
          </>
        )}
      </StatusesProvider>
    </ActingAs>
  );
}
