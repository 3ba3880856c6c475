import { clsx } from "clsx";
import { CalendarClock, FileText, LogOut, Search, Trash2 } from "lucide-react";
import { useEffect, useId } from "react";
import { useNavigate } from "react-router";
import { useLiveParkings } from "#data/parkings/live.ts";
import { useDeleteParking } from "#data/parkings/mutations.ts";
import type { Parking } from "#data/parkings/queries.ts";
import { OwnAccountLink } from "#session/own-account-link.tsx";
import type { Session } from "#session/store.ts";
import { useAction } from "#session/use-action.ts";
import { type Log, useActivityLog } from "#session/use-activity-log.ts";
import { confirm, loadConfirmDialog } from "#shared/feedback/confirm.ts";
import { toast } from "#shared/feedback/toast.ts";
import { paths, type ProjectId } from "#shared/paths.ts";
import { Button } from "#shared/ui/button.tsx";
import { Page } from "#shared/ui/page.tsx";
import { ArrivalNotice } from "../parts/arrival-notice.tsx";
import { type AttendantAt, ForAttendants } from "../parts/for-attendants.tsx";
import { LiveState } from "../parts/live-state.tsx";
import { ParkingList } from "../parts/parking-list.tsx";
import { SearchField } from "../parts/search-field.tsx";
import { useArrivals } from "../parts/use-arrivals.ts";
import { useParkingList } from "../parts/use-parking-list.ts";
import { type ParkingSearch, useParkingSearch } from "../parts/use-parking-search.ts";
import { useShiftReminder } from "../shifts/parts/use-shift-reminder.ts";
import { texts } from "../texts.ts";

const { dashboard } = texts;
/** Two side by side on a phone, where their words take the room of the pictures. */
const actionClass = "max-sm:[&_svg]:hidden";

/** The attendant's list of parkings: live, searched, and where parkings are removed (document 1 §2). */
export function AttendantDashboardScreen() {
  return <ForAttendants>{(at) => <Dashboard {...at} />}</ForAttendants>;
}

function Dashboard({ project, session, logOut }: AttendantAt) {
  const navigate = useNavigate();
  const log = useActivityLog("attendant", session);
  useEffect(() => log("page_visit"), [log]);
  useShiftReminder();
  const search = useParkingSearch(log);
  const arrivals = useArrivals();
  const query = useParkingList({ project, search: search.term }, log);
  useLiveParkings(project, arrivals.add);
  const searchId = useId();

  function handleBack() {
    log("navigate_back");
    void navigate(paths.project(project));
  }

  function handleLogOut() {
    log("logout");
    toast.success(dashboard.loggedOut);
    logOut(paths.project(project));
  }

  const isAnswered = search.term !== "" && query.data !== undefined && !query.isPlaceholderData;
  return (
    <Page
      title={dashboard.title}
      width="wide"
      description={
        <p className="flex flex-wrap gap-x-4">
          <span>{dashboard.signedInAs(session.displayName)}</span>
          <LiveState />
        </p>
      }
      back={{ label: texts.back, onClick: handleBack }}
      actions={<Actions {...{ project, log, search, searchId }} onLogOut={handleLogOut} />}
    >
      {search.isOpen && (
        <SearchField
          id={searchId}
          typed={search.typed}
          onType={search.setTyped}
          hits={isAnswered ? dashboard.hits(query.data?.length ?? 0, query.hasNextPage) : undefined}
        />
      )}
      <ArrivalNotice newest={arrivals.newest} unseen={arrivals.unseen} />
      <Parkings {...{ project, session, log, query }} arrived={arrivals.marked} />
    </Page>
  );
}

type ActionsProps = { project: ProjectId; log: Log; search: ParkingSearch; searchId: string; onLogOut: () => void };

/** The buttons beside the title. */
function Actions({ project, log, search, searchId, onLogOut }: ActionsProps) {
  const navigate = useNavigate();

  function leaveFor(action: string, to: string) {
    log(action);
    void navigate(to);
  }

  return (
    <>
      <Button
        size="small"
        aria-expanded={search.isOpen}
        aria-controls={search.isOpen ? searchId : undefined}
        onClick={search.toggle}
      >
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

type ParkingsProps = {
  project: ProjectId;
  session: Session;
  log: Log;
  query: ReturnType<typeof useParkingList>;
  arrived: ReadonlySet<string>;
};

/** The list with what an attendant can do to a parking. */
function Parkings({ project, session, log, query, arrived }: ParkingsProps) {
  const navigate = useNavigate();
  const remove = useAction({
    mutation: useDeleteParking(),
    log,
    name: "delete_parking",
    success: texts.parking.removed,
    failed: texts.parking.removeFailed,
    about: ({ parking }) => ({ parking_id: parking.id, ref_number: parking.ref_number }),
  });
  // When it fails, the question asks for it again.
  useEffect(() => void loadConfirmDialog().catch(() => undefined), []);

  function handleFine(parking: Parking) {
    log("navigate_to_generate_ticket", { parking_id: parking.id, ref_number: parking.ref_number });
    void navigate(paths.generateTicket(project, parking.id));
  }

  async function handleRemove(parking: Parking) {
    const isSure = await confirm({
      title: texts.parking.confirmTitle(parking.ref_number),
      description: texts.parking.confirmText(parking.car_model, parking.street),
      confirmText: texts.parking.confirm,
      cancelText: texts.cancel,
      danger: true,
    });
    if (!isSure) return;
    await remove.run({ parking, deletedBy: session.userId });
    // The pressed button went with its card: the next Tab goes on from the list, not from the top of the page.
    if (document.activeElement === document.body) document.getElementById("main")?.focus({ preventScroll: true });
  }

  return (
    <ParkingList
      query={query}
      arrived={arrived}
      renderActions={(parking) => (
        <>
          <Button size="small" className={actionClass} onClick={() => handleFine(parking)}>
            <FileText aria-hidden="true" />
            {texts.parking.createFine}
          </Button>
          <Button
            size="small"
            className={clsx(actionClass, "border-danger! text-danger!")}
            pending={remove.pending?.parking.id === parking.id}
            onClick={() => void handleRemove(parking)}
          >
            <Trash2 aria-hidden="true" />
            {texts.parking.remove}
          </Button>
        </>
      )}
    />
  );
}
