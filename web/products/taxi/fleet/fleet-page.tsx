import { clsx } from "clsx";
import type { ReactNode } from "react";
import { NavLink, useParams } from "react-router";
import { type LogOutTo, RequireSession } from "#session/guard.tsx";
import type { Session } from "#session/store.ts";
import { useActivityLog } from "#session/actions/use-activity-log.ts";
import { paths } from "#shared/paths.ts";
import { SignedInPage } from "../parts/signed-in-page.tsx";
import { texts } from "../texts.ts";
import { fleetTexts as labels } from "./fleet-texts.ts";

/** The ways of the taxi's admin: the chauffeurs first, and what document 5 §4 sets beside them. */
export function FleetNav({ project }: { project: string }) {
  const ways = [
    [labels.chauffeurs, paths.chauffeurAdmin(project)],
    [labels.cars, paths.taxiFleet(project, "cars")],
    [labels.day, paths.taxiFleet(project, "day")],
    [labels.hours, paths.taxiFleet(project, "hours")],
    [labels.settings, paths.taxiFleet(project, "settings")],
  ] as const;
  return (
    <nav aria-label={labels.nav} className="mb-6 flex flex-wrap gap-2">
      {ways.map(([label, to], index) => (
        <NavLink
          key={to}
          to={to}
          end={index === 0}
          className={({ isActive }) =>
            clsx(
              "flex min-h-11 items-center rounded-control border-2 px-4 font-semibold no-underline",
              isActive
                ? "border-brand bg-brand-soft text-ink"
                : "border-line bg-surface text-ink-soft hover:border-ink",
            )
          }
        >
          {label}
        </NavLink>
      ))}
    </nav>
  );
}

type FleetPageProps = { title: string; children: (page: { project: string; session: Session }) => ReactNode };

/** A page of the taxi's admin, with the guard and the ways to the others. */
export function FleetPage({ title, children }: FleetPageProps) {
  const { projectId = "" } = useParams();
  return (
    <RequireSession
      kind="chauffeur-admin"
      project={projectId}
      login={paths.chauffeurLogin(projectId)}
      message={texts.login.adminRequired}
    >
      {(session, logOut) => <Signed {...{ title, project: projectId, session, logOut, children }} />}
    </RequireSession>
  );
}

function Signed(props: FleetPageProps & { project: string; session: Session; logOut: LogOutTo }) {
  const { title, project, session, logOut, children } = props;
  const log = useActivityLog();
  return (
    <SignedInPage
      kind="chauffeur-admin"
      labels={{ ...texts.admin, title }}
      width="wide"
      {...{ project, session, log, logOut }}
    >
      <FleetNav project={project} />
      {children({ project, session })}
    </SignedInPage>
  );
}
