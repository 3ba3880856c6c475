import { CalendarClock, FileText, LogOut, Search } from "lucide-react";
import { useNavigate } from "react-router";
import { OwnAccountLink } from "#session/account/own-account-link.tsx";
import type { Log } from "#session/actions/use-activity-log.ts";
import { paths, type ProjectId } from "#shared/paths.ts";
import { Button } from "#shared/ui/button.tsx";
import { FROM_LIST } from "../shell/use-way-back.ts";
import type { ParkingSearch } from "#parking/kernel/board/use-parking-search.ts";
import { boardTexts } from "#parking/kernel/board/board-texts.ts";

const { dashboard } = boardTexts;

type ActionsProps = { project: ProjectId; log: Log; search: ParkingSearch; onLogOut: () => void };

/** The buttons beside the title. */
export function Actions({ project, log, search, onLogOut }: ActionsProps) {
  const navigate = useNavigate();

  function leaveFor(action: string, to: string) {
    log(action);
    void navigate(to, { state: FROM_LIST });
  }

  return (
    <>
      <Button size="small" onClick={search.focus}>
        <Search aria-hidden="true" />
        {dashboard.search}
      </Button>
      <Button size="small" onClick={() => leaveFor("click_create_report", paths.createReport(project))}>
        <FileText aria-hidden="true" />
        {dashboard.createReport}
      </Button>
      <Button size="small" onClick={() => leaveFor("navigate_to_shift_registration", paths.shiftRegistration(project))}>
        <CalendarClock aria-hidden="true" />
        {dashboard.registerShift}
      </Button>
      <OwnAccountLink kind="attendant" project={project} size="small" />
      <Button size="small" onClick={onLogOut}>
        <LogOut aria-hidden="true" />
        {dashboard.logOut}
      </Button>
    </>
  );
}
