import { LogOut } from "lucide-react";
import { useEffect } from "react";
import { Navigate, useNavigate } from "react-router";
import { COMPANY_CODE } from "#contract/projects.ts";
import { useListInterval } from "#data/live.ts";
import { useLiveProjectShifts } from "#data/shift_registrations/admin-live.ts";
import { adminShiftQueries } from "#data/shift_registrations/admin-queries.ts";
import { useQuery } from "#data/use-query.ts";
import { type Log, useActivityLog } from "#session/actions/use-activity-log.ts";
import { useFetchAhead } from "#shared/fetch-ahead.ts";
import { paths } from "#shared/paths.ts";
import { Button, ButtonLink } from "#shared/ui/button.tsx";
import { Page } from "#shared/ui/page.tsx";
import { type Tab, Tabs } from "#shared/ui/tabs.tsx";
import { adminTexts } from "./admin-texts.ts";
import { AccountManagement } from "./account-management.tsx";
import { AdminDescription } from "./admin-description.tsx";
import { type AdminAt, ForAdmins } from "../shell/for-admins.tsx";
import { DASHBOARD_TABS, type DashboardTab, TAB_NAMES } from "../shell/places.ts";
import { RailTabsContext, useHasRail } from "../shell/rail-tabs.ts";
import { useParkingCounts } from "#parking/kernel/board/use-parking-list.ts";
import { ParkingLog } from "./parking-log.tsx";
import { ParkingOverview } from "./parking-overview.tsx";
import { ShiftTabs } from "./shift-tabs.tsx";
import { useUrlTab } from "#parking/kernel/page/use-url-tab.ts";
import { WebActivity } from "./web-activity.tsx";

const { dashboard } = adminTexts;

const NEXT_SCREENS = [() => import("./manage-accounts-screen.tsx"), () => import("../cases/cases-screen.tsx")];

/** The dashboard of a site's admins (the company has none, and begins with its cases): five tabs, with the open one in the address (document 1 §2). At a desk they stand in the rail. */
export function CustomerAdminDashboardScreen() {
  return (
    <ForAdmins>
      {(at) =>
        at.project === COMPANY_CODE ? <Navigate to={paths.cases(COMPANY_CODE)} replace /> : <Dashboard {...at} />
      }
    </ForAdmins>
  );
}

function Dashboard({ project, session, logOut }: AdminAt) {
  const navigate = useNavigate();
  const log = useActivityLog();
  useEffect(() => log("admin_dashboard_visit"), [log]);
  const [open, setOpen] = useUrlTab("tab", DASHBOARD_TABS);
  useFetchAhead(NEXT_SCREENS);
  useLiveProjectShifts(project);
  const { data: waiting = 0 } = useQuery({
    ...adminShiftQueries.waiting(project),
    refetchInterval: useListInterval(),
  });
  const { data: parkings } = useParkingCounts(project);
  const hasRail = useHasRail();

  function handleLogOut() {
    log("admin_logout");
    logOut(paths.customerAdminLogin(project));
  }

  return (
    <Tabs
      label={dashboard.tabs}
      value={open}
      onChange={setOpen}
      isUpright={hasRail}
      tabs={tabsOf({ project, session, log, waiting, active: parkings?.active })}
      renderLayout={(row, panel) => (
        <RailTabsContext value={hasRail ? row : undefined}>
          <Page
            title={dashboard.title}
            width="wide"
            description={<AdminDescription project={project} session={session} isLive={open !== "konton"} />}
            back={{ onClick: () => void navigate(paths.project(project)) }}
            actions={
              <Button size="small" onClick={handleLogOut}>
                <LogOut aria-hidden="true" />
                {adminTexts.logOut}
              </Button>
            }
          >
            {!hasRail && row}
            {panel}
          </Page>
        </RailTabsContext>
      )}
    />
  );
}

type TabsOf = Pick<AdminAt, "project" | "session"> & {
  log: Log;
  /** The number of shifts that wait for a review. */
  waiting: number;
  /** The number of running parkings; undefined while it is unknown. */
  active: number | undefined;
};

/** The five tabs (document 1 §2). */
function tabsOf({ project, session, log, waiting, active }: TabsOf): Tab<DashboardTab>[] {
  return [
    {
      value: "parkeringar",
      label: TAB_NAMES.parkeringar,
      count: active === undefined ? undefined : { count: active, inWords: dashboard.parkingsActive(active) },
      content: <ParkingOverview project={project} log={log} />,
    },
    { value: "parkeringslogg", label: TAB_NAMES.parkeringslogg, content: <ParkingLog project={project} /> },
    {
      value: "skift",
      label: TAB_NAMES.skift,
      waiting: waiting === 0 ? undefined : { count: waiting, inWords: dashboard.shiftsWaiting(waiting) },
      content: <ShiftTabs project={project} session={session} log={log} />,
    },
    { value: "webbaktivitet", label: TAB_NAMES.webbaktivitet, content: <WebActivity project={project} /> },
    {
      value: "konton",
      label: TAB_NAMES.konton,
      content: (
        <>
          <AccountManagement project={project} session={session} />
          <ButtonLink
            variant="ghost"
            size="small"
            className="comes-after mt-8 -ml-3"
            to={paths.manageAccounts(project)}
          >
            {adminTexts.accounts.ownPage}
          </ButtonLink>
        </>
      ),
    },
  ];
}
