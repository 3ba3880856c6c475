import { ArrowLeft, CalendarClock, Clock, FileText, LogOut, Search, Table } from "lucide-react";
import { useNavigate } from "react-router";
import { OwnAccountLink, useOwnAccountItems } from "#session/account/own-account-link.tsx";
import type { Log } from "#session/actions/use-activity-log.ts";
import { paths, type ProjectId } from "#shared/paths.ts";
import { Button } from "#shared/ui/button.tsx";
import { Menu, type MenuItem } from "#shared/ui/menu.tsx";
import { uiTexts } from "#shared/ui/texts.ts";
import { useThemeChoice } from "#shared/ui/theme-toggle.tsx";
import { FROM_LIST } from "../shell/use-way-back.ts";
import type { ParkingSearch } from "#parking/kernel/board/use-parking-search.ts";
import { boardTexts } from "#parking/kernel/board/board-texts.ts";

const { dashboard } = boardTexts;

type ActionsProps = {
  project: ProjectId;
  log: Log;
  search: ParkingSearch;
  /** The name of the person who is logged in. */
  name: string;
  onBack: () => void;
  onLogOut: () => void;
  /** Stamps in, from the phone's menu; at a desk the clock stands beside the list. */
  onClock: () => void;
};

/** The actions of the list: buttons in the bar of a desk, and on a phone a menu, which holds the way back too. */
export function Actions({ project, log, search, name, onBack, onLogOut, onClock }: ActionsProps) {
  const navigate = useNavigate();
  const theme = useThemeChoice();
  const ownAccount = useOwnAccountItems("attendant", project);

  function leaveFor(action: string, to: string) {
    log(action);
    void navigate(to, { state: FROM_LIST });
  }

  const toSearch: MenuItem = { label: dashboard.search, icon: Search, onChoose: search.focus, movesFocus: true };
  const toReport: MenuItem = {
    label: dashboard.createReport,
    icon: FileText,
    onChoose: () => leaveFor("click_create_report", paths.createReport(project)),
  };
  const toShift: MenuItem = {
    label: dashboard.registerShift,
    icon: CalendarClock,
    onChoose: () => leaveFor("navigate_to_shift_registration", paths.shiftRegistration(project)),
  };
  const toHours: MenuItem = {
    label: dashboard.myHours,
    icon: Table,
    onChoose: () => leaveFor("navigate_to_my_hours", paths.myHours(project ?? "")),
  };
  const logOut: MenuItem = { label: dashboard.logOut, icon: LogOut, onChoose: onLogOut };
  return (
    <>
      <div className="contents max-lg:hidden">
        {[toSearch, toReport, toShift].map((item) => (
          <ActionButton key={item.label} {...item} />
        ))}
        <OwnAccountLink kind="attendant" project={project} size="small" />
        <ActionButton {...logOut} />
      </div>
      <div className="-mr-3 lg:hidden">
        <Menu
          label={dashboard.more}
          heading={dashboard.signedInAs(name)}
          items={[
            toSearch,
            toReport,
            toShift,
            { label: dashboard.clockIn, icon: Clock, onChoose: onClock },
            ...(project === undefined ? [] : [toHours]),
            ...ownAccount,
            { label: theme.name, icon: theme.icon, onChoose: theme.takeNext },
            logOut,
            { label: uiTexts.sv.back, icon: ArrowLeft, onChoose: onBack },
          ]}
        />
      </div>
    </>
  );
}

function ActionButton({ label, onChoose }: MenuItem) {
  return (
    <Button size="small" onClick={onChoose}>
      {label}
    </Button>
  );
}
