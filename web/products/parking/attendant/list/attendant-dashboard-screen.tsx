import { clsx } from "clsx";
import { CalendarClock, FileText, LogOut, Search, Trash2 } from "lucide-react";
import { lazy, Suspense, useEffect, useRef } from "react";
import { useLocation, useNavigate } from "react-router";
import { mayBePlate, plateKey, readablePlate } from "#contract/plate.ts";
import { useActingAttendant } from "#data/acting.ts";
import { useDeleteParking } from "#data/parkings/mutations.ts";
import type { Parking } from "#data/parkings/queries.ts";
import { LiveState } from "#session/live-state.tsx";
import { OwnAccountLink } from "#session/account/own-account-link.tsx";
import type { Session } from "#session/store.ts";
import { defineAction } from "#session/actions/define-action.ts";
import { type Log, useActivityLog } from "#session/actions/use-activity-log.ts";
import { confirm, loadConfirmDialog } from "#shared/feedback/confirm.ts";
import { toast } from "#shared/feedback/toast.ts";
import { useFetchAhead } from "#shared/fetch-ahead.ts";
import { ownerOf } from "#session/owner.ts";
import { paths, type ProjectId } from "#shared/paths.ts";
import { useLazyCode } from "#shared/use-lazy-code.ts";
import { Button } from "#shared/ui/button.tsx";
import { Page } from "#shared/ui/page.tsx";
import { Board } from "#parking/kernel/board/board.tsx";
import type { FineGate } from "../camera/camera-check.tsx";
import { loadAlikeDialog } from "../check/alike-parkings.tsx";
import { CheckPanel } from "../check/check-panel.tsx";
import { type Checked, loadOfflineCheck, usePlateCheck } from "../check/use-plate-check.ts";
import { type AttendantAt, ForAttendants } from "../shell/for-attendants.tsx";
import { queueTexts } from "../queue/queue-texts.ts";
import { mainIfFocusLost } from "#shared/ui/main-if-focus-lost.ts";
import { FROM_LIST } from "../shell/use-way-back.ts";
import { type BoardState, useBoard } from "#parking/kernel/board/use-board.ts";
import type { ParkingSearch } from "#parking/kernel/board/use-parking-search.ts";
import { useShiftReminder } from "../shifts/parts/use-shift-reminder.ts";
import { boardTexts } from "#parking/kernel/board/board-texts.ts";

const { dashboard } = boardTexts;
/** Two buttons side by side on a phone; the icons give way to the words. */
const actionClass = "max-sm:[&_svg]:hidden";

const NEXT_SCREENS = [
  // The check without a network loads first, because the network may go before the rest is there.
  loadOfflineCheck,
  loadAlikeDialog,
  () => import("../fines/generate-ticket-screen.tsx"),
  () => import("../fines/create-report-screen.tsx"),
  () => import("../shifts/shift-registration-screen.tsx"),
];

const WaitingPage = lazy(async () => ({ default: (await import("./waiting-page.tsx")).WaitingPage }));

const loadCamera = () => import("../camera/camera-check.tsx");
const loadUnfinishedFineList = () => import("./unfinished-fine-list.tsx");
const loadUnfinishedFines = () => import("../drafts/unfinished-fines.ts");
const loadOwnCases = () => import("../own-cases/own-cases.tsx");

/** Fetches case numbers when few are left, so that the next fine has its number before it is begun. */
function useNumbersAhead(session: Session): void {
  const acting = useActingAttendant();
  useEffect(() => {
    void import("../fines/issuing/case-numbers.ts")
      .then(({ caseNumbersOf }) => caseNumbersOf(acting, session).fill())
      .catch(() => undefined);
  }, [acting, session]);
}

/** The number of this person's waiting entries on the device; zero when the device stores nothing. */
async function countWaiting(session: Session): Promise<number> {
  try {
    const { listWaiting } = await import("#shared/offline/device-store.ts");
    return (await listWaiting(ownerOf("attendant", session))).length;
  } catch {
    return 0;
  }
}

/** The attendant's list of parkings: live, searchable, with removals (document 1 §2); with `?waiting` the entries that wait to be sent. */
export function AttendantDashboardScreen() {
  const isWaiting = new URLSearchParams(useLocation().search).has("waiting");
  return (
    <ForAttendants>
      {(at) =>
        isWaiting ? (
          <Suspense>
            <WaitingPage {...at} />
          </Suspense>
        ) : (
          <Dashboard {...at} />
        )
      }
    </ForAttendants>
  );
}

function Dashboard({ project, session, logOut }: AttendantAt) {
  const navigate = useNavigate();
  const log = useActivityLog();
  useEffect(() => log("page_visit"), [log]);
  useShiftReminder();
  useFetchAhead(NEXT_SCREENS);
  const board = useBoard(project, log);
  useNumbersAhead(session);
  const ownCases = useLazyCode(loadOwnCases);
  const unfinished = useLazyCode(loadUnfinishedFineList);

  function handleBack() {
    log("navigate_back");
    void navigate(paths.project(project));
  }

  async function handleLogOut() {
    const waiting = await countWaiting(session);
    if (waiting > 0 && !(await confirm(leavingWith(waiting)))) return;
    // Drafts are deleted at a logout, before the page may go.
    await loadUnfinishedFines()
      .then(({ forgetAllDrafts }) => forgetAllDrafts(session))
      .catch(() => undefined);
    log("logout");
    toast.success(dashboard.loggedOut);
    logOut(paths.project(project));
  }

  return (
    <Page
      title={dashboard.title}
      width="wide"
      description={
        // The lines stand below each other, so that the actions fit beside them at a desk.
        <>
          <p>{dashboard.signedInAs(session.displayName)}</p>
          <LiveState />
        </>
      }
      back={{ onClick: handleBack }}
      actions={<Actions {...{ project, log }} search={board.search} onLogOut={() => void handleLogOut()} />}
    >
      <Check {...{ session, project, log }} />
      {unfinished !== undefined && <unfinished.UnfinishedFineList {...{ session, project }} />}
      {ownCases === undefined ? <div className="mb-6 min-h-23" /> : <ownCases.OwnCases {...{ session, project }} />}
      <Parkings {...{ project, session, log, board }} />
    </Page>
  );
}

/** The question at a logout while entries wait to be sent. */
const leavingWith = (count: number) => ({
  title: queueTexts.leaveTitle(count),
  description: queueTexts.leaveText,
  confirmText: queueTexts.leave,
  cancelText: queueTexts.stay,
});
/** The check with its own state, so that the list below is not drawn again at each letter. */
function Check({ session, project, log }: Pick<AttendantAt, "session" | "project"> & { log: Log }) {
  const check = usePlateCheck({ project });
  const handleFine = useFineOfCheck(project, log);
  const camera = useLazyCode(loadCamera);
  const gate = useRef<FineGate>(null);
  return (
    <CheckPanel
      check={check}
      onFine={(checked) => (gate.current?.(checked, () => handleFine(checked)) ?? true) && handleFine(checked)}
    >
      {camera && <camera.CameraCheck {...{ session, project, check, gate }} />}
    </CheckPanel>
  );
}

/** Leads from an answer to the fine of its parking, or to the report of a car without one. */
function useFineOfCheck(project: ProjectId, log: Log): (checked: Checked) => void {
  const navigate = useNavigate();
  return ({ plate, answer: { parking } }) => {
    log(parking === null ? "click_create_report" : "navigate_to_generate_ticket", {
      ref_number: plate,
      ...(parking !== null && { parking_id: parking.id }),
    });
    const to = parking === null ? paths.createReport(project) : paths.generateTicket(project, parking.id);
    void navigate(to, { state: { ...FROM_LIST, plate: readablePlate(plate) } });
  };
}

/** The number of letters and digits that a plate may have. */
const PLATE_LENGTH = { min: 2, max: 12 } as const;

/** A button for a car without a parking: it opens a report with the plate filled in. */
function ReportUnknown({ project, log, term }: { project: ProjectId; log: Log; term: string }) {
  const navigate = useNavigate();
  const { length } = plateKey(term);
  if (!mayBePlate(term) || length < PLATE_LENGTH.min || length > PLATE_LENGTH.max) return null;
  const plate = readablePlate(term);
  return (
    <Button
      className="mb-6"
      onClick={() => {
        log("click_create_report");
        void navigate(paths.createReport(project), { state: { ...FROM_LIST, plate } });
      }}
    >
      <FileText aria-hidden="true" />
      {dashboard.reportOf(plate)}
    </Button>
  );
}

type ActionsProps = { project: ProjectId; log: Log; search: ParkingSearch; onLogOut: () => void };

/** The buttons beside the title. */
function Actions({ project, log, search, onLogOut }: ActionsProps) {
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

type ParkingsProps = { project: ProjectId; session: Session; log: Log; board: BoardState };

const useRemoveParking = defineAction({
  mutation: useDeleteParking,
  thing: ({ parking }) => parking.id,
  ask: ({ parking }) => ({
    title: boardTexts.parking.confirmTitle(parking.ref_number),
    description: boardTexts.parking.confirmText(parking.car_model, parking.street),
    confirmText: boardTexts.parking.confirm,
    danger: true,
  }),
  done: () => boardTexts.parking.removed,
  failed: () => boardTexts.parking.removeFailed,
  log: {
    name: "delete_parking",
    about: ({ parking }) => ({ parking_id: parking.id, ref_number: parking.ref_number }),
    tries: true,
  },
});

/** The list of parkings, with the attendant's actions. */
function Parkings({ project, session, log, board }: ParkingsProps) {
  const navigate = useNavigate();
  const remove = useRemoveParking({ log, focus: mainIfFocusLost });
  // If the code fails to load now, the question loads it again.
  useEffect(() => void loadConfirmDialog().catch(() => undefined), []);

  function handleFine(parking: Parking) {
    log("navigate_to_generate_ticket", { parking_id: parking.id, ref_number: parking.ref_number });
    void navigate(paths.generateTicket(project, parking.id), { state: FROM_LIST });
  }

  return (
    <Board
      board={board}
      className="mb-4 grid items-end gap-x-6 gap-y-3 md:sticky md:top-26 md:z-10 md:-mx-6 md:mb-3 md:grid-cols-[minmax(0,1fr)_auto] md:bg-canvas md:px-6 md:pb-3"
      noHits={<ReportUnknown {...{ project, log }} term={board.search.term} />}
      renderActions={(parking) => (
        <>
          <Button size="small" className={actionClass} onClick={() => handleFine(parking)}>
            <FileText aria-hidden="true" />
            {boardTexts.parking.createFine}
          </Button>
          <Button
            size="small"
            className={clsx(actionClass, "border-danger! text-danger!")}
            pending={remove.isPending(parking.id)}
            onClick={() => void remove.run({ parking, deletedBy: session.userId })}
          >
            <Trash2 aria-hidden="true" />
            {boardTexts.parking.remove}
          </Button>
        </>
      )}
    />
  );
}
