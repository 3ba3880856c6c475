import { lazy, type RefObject, Suspense, useEffect, useRef } from "react";
import { useLocation, useNavigate } from "react-router";
import { useActingOnDevice } from "#data/acting.ts";
import { LiveSign } from "#session/live-sign.tsx";
import type { Session } from "#session/store.ts";
import { type Log, useActivityLog } from "#session/actions/use-activity-log.ts";
import { confirm } from "#shared/feedback/confirm.ts";
import { toast } from "#shared/feedback/toast.ts";
import { useFetchAhead } from "#shared/fetch-ahead.ts";
import { ownerOf } from "#session/owner.ts";
import { paths } from "#shared/paths.ts";
import { formatCount } from "#shared/format/money.ts";
import { useLazyCode } from "#shared/use-lazy-code.ts";
import { PageBar } from "#shared/ui/page-bar.tsx";
import { Page } from "#shared/ui/page.tsx";
import { loadAlikeDialog } from "../check/alike-parkings.tsx";
import { loadOfflineCheck } from "../check/use-plate-check.ts";
import { type AttendantAt, ForAttendants } from "../shell/for-attendants.tsx";
import { queueTexts } from "../queue/queue-texts.ts";
import { useBoard } from "#parking/kernel/board/use-board.ts";
import { useParkingCounts } from "#parking/kernel/board/use-parking-list.ts";
import { useShiftReminder } from "../shifts/parts/use-shift-reminder.ts";
import { boardTexts } from "#parking/kernel/board/board-texts.ts";
import { Actions } from "./actions.tsx";
import { Check } from "./check.tsx";
import { Parkings } from "./parkings.tsx";

const { dashboard } = boardTexts;
const NEXT_SCREENS = [
  // The check without a network loads first, because the network may go before the rest is there.
  loadOfflineCheck,
  loadAlikeDialog,
  () => import("../fines/generate-ticket-screen.tsx"),
  () => import("../fines/create-report-screen.tsx"),
  () => import("../shifts/shift-registration-screen.tsx"),
  () => import("../clock/my-hours-screen.tsx"),
];

const WaitingPage = lazy(async () => ({ default: (await import("./waiting-page.tsx")).WaitingPage }));

const loadUnfinishedFineList = () => import("./unfinished-fine-list.tsx");
const loadUnfinishedFines = () => import("../drafts/unfinished-fines.ts");
const loadClock = () => import("../clock/clock-line.tsx");
const loadOwnCases = () => import("../own-cases/own-cases.tsx");

/** Fetches case numbers when few are left, so that the next fine has its number before it is begun. */
function useNumbersAhead(session: Session): void {
  const acting = useActingOnDevice();
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

/** Logs out, after a question while entries wait to be sent. */
function useLogOut({ project, session, logOut }: AttendantAt, log: Log): () => void {
  async function leave() {
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
  return () => void leave();
}

function Dashboard({ project, session, logOut }: AttendantAt) {
  const navigate = useNavigate();
  const log = useActivityLog();
  useEffect(() => log("page_visit"), [log]);
  useShiftReminder();
  useFetchAhead(NEXT_SCREENS);
  const board = useBoard(project, log);
  useNumbersAhead(session);
  const handleLogOut = useLogOut({ project, session, logOut }, log);
  const clock = useRef<() => void>(null);

  function handleBack() {
    log("navigate_back");
    void navigate(paths.project(project));
  }

  return (
    <Page
      title={dashboard.title}
      width="full"
      renderBar={(heading) => (
        <PageBar
          title={dashboard.title}
          heading={heading}
          back={{ onClick: handleBack }}
          actions={
            <Actions
              {...{ project, log }}
              search={board.search}
              name={session.displayName}
              onBack={handleBack}
              onLogOut={handleLogOut}
              onClock={() => clock.current?.()}
            />
          }
        >
          <LiveSign />
          <RunningCount project={project} />
        </PageBar>
      )}
    >
      <div className="lg:grid lg:grid-cols-[26.25rem_minmax(0,1fr)] lg:items-start lg:gap-x-6">
        {/* At a desk the check and its answer stand still beside the list. The padding is room for focus rings. On a phone the field is
            sticky over the list, and no box may end before it. */}
        <div className="max-lg:contents lg:sticky lg:top-0 lg:-mx-2 lg:max-h-dvh lg:overflow-y-auto lg:px-2 lg:pb-4">
          <Check {...{ session, project, log }} />
          <OwnWork {...{ session, project }} press={clock} />
          <p className="text-sm text-ink-soft wrap-anywhere max-lg:hidden">
            {dashboard.signedInAs(session.displayName)}
          </p>
        </div>
        <div className="min-w-0">
          <Parkings {...{ project, session, log, board }} />
        </div>
      </div>
    </Page>
  );
}

/** The attendant's clock, unfinished fines and own cases, whose code the list does not wait for. */
function OwnWork({
  session,
  project,
  press,
}: Pick<AttendantAt, "session" | "project"> & { press: RefObject<(() => void) | null> }) {
  const clock = useLazyCode(loadClock);
  const unfinished = useLazyCode(loadUnfinishedFineList);
  const ownCases = useLazyCode(loadOwnCases);
  return (
    <>
      {clock === undefined ? (
        <div className="min-h-11 max-lg:hidden" />
      ) : (
        <clock.ClockLine {...{ session, project, press }} />
      )}
      {unfinished !== undefined && <unfinished.UnfinishedFineList {...{ session, project }} />}
      {ownCases === undefined ? <div className="min-h-11" /> : <ownCases.OwnCases {...{ session, project }} />}
    </>
  );
}

/** The number of running parkings, behind the title. */
function RunningCount({ project }: Pick<AttendantAt, "project">) {
  const { data } = useParkingCounts(project);
  if (data === undefined) return null;
  return (
    <span className="font-semibold">
      <span aria-hidden="true">{formatCount(data.active)}</span>
      <span className="sr-only">{dashboard.running(data.active)}</span>
    </span>
  );
}

/** The question at a logout while entries wait to be sent. */
const leavingWith = (count: number) => ({
  title: queueTexts.leaveTitle(count),
  description: queueTexts.leaveText,
  confirmText: queueTexts.leave,
  cancelText: queueTexts.stay,
});
