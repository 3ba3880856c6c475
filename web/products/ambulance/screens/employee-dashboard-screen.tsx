import { clsx } from "clsx";
import { LogOut } from "lucide-react";
import { lazy, Suspense, useEffect, useId } from "react";
import { AMBULANCE_PATH } from "#contract/projects.ts";
import { PROMPT_POLL_MS, useListInterval } from "#data/live.ts";
import { useQuery } from "#data/use-query.ts";
import { useLiveWorkTurns } from "#data/work_turns/live.ts";
import { workTurnQueries } from "#data/work_turns/queries.ts";
import { OwnAccountLink } from "#session/account/own-account-link.tsx";
import { RequireSession } from "#session/guard.tsx";
import { LiveState } from "#session/live-state.tsx";
import type { Session } from "#session/store.ts";
import { useEmployeeWatch } from "#session/account/use-account-watch.ts";
import { formatDateTime } from "#shared/format/dates.ts";
import { paths } from "#shared/paths.ts";
import { Button } from "#shared/ui/button.tsx";
import { Card } from "#shared/ui/card.tsx";
import { Page } from "#shared/ui/page.tsx";
import { Skeleton, SkeletonList } from "#shared/ui/skeleton.tsx";
import { Tabs } from "#shared/ui/tabs.tsx";
import { DutyCard } from "../parts/duty-card.tsx";
import { Colleagues, LastShifts } from "../parts/shift-lists.tsx";
import { ownTurns } from "../parts/use-ambulance-clock.ts";
import { useRunningAmbulanceQueue } from "../parts/use-ambulance-queue.ts";
import { useInAddress } from "../parts/use-in-address.ts";
import { texts } from "../texts.ts";

const labels = texts.employee;

const NextShift = lazy(async () => ({ default: (await import("../plan/next-shift.tsx")).NextShift }));
const EmployeeSchedule = lazy(async () => ({
  default: (await import("../plan/employee-schedule.tsx")).EmployeeSchedule,
}));
const OwnNotices = lazy(async () => ({ default: (await import("../parts/own-notices.tsx")).OwnNotices }));
const OwnCertificates = lazy(async () => ({
  default: (await import("../certificates/own-certificates.tsx")).OwnCertificates,
}));
const loadVehicleCheck = () => import("../vehicles/vehicle-check.tsx");
const VehicleCheck = lazy(async () => ({ default: (await loadVehicleCheck()).VehicleCheck }));
const OwnHours = lazy(async () => ({ default: (await import("#session/work-clock/own-hours.tsx")).OwnHours }));
const OnDutyNow = lazy(async () => ({ default: (await import("../plan/on-duty-now.tsx")).OnDutyNow }));

/** An employee's own page: welcome, ID and name (document 2 §2), the running shift, the last shifts, and the colleagues on duty. */
export function EmployeeDashboardScreen() {
  return (
    <RequireSession
      kind="ase-employee"
      project={AMBULANCE_PATH}
      login={paths.ambulanceEmployeeLogin()}
      message={labels.loginRequired}
    >
      {(session, logOut) => (
        <EmployeePage
          session={session}
          onLogOut={() => logOut(paths.ambulance())}
          onGone={(reason) => logOut(paths.ambulanceEmployeeLogin(), reason)}
        />
      )}
    </RequireSession>
  );
}

/** The parts of the page in their order, as the address names them. */
const OPENED: readonly [string, ...string[]] = ["today", "schedule", "duty", "hours", "notices", "check"];

type EmployeePageProps = { session: Session; onLogOut: () => void; onGone: (reason: string) => void };

function EmployeePage({ session, onLogOut, onGone }: EmployeePageProps) {
  useEmployeeWatch(session.userId, onGone);
  useRunningAmbulanceQueue();
  const [open, setOpen] = useInAddress("tab", OPENED);
  // A crew checks its vehicle without a network too.
  useEffect(() => void loadVehicleCheck().catch(() => undefined), []);
  return (
    <Page
      title={labels.welcome(session.displayName)}
      description={
        <p className="flex flex-wrap gap-x-4">
          <span>{labels.introduction}</span>
          <LiveState />
        </p>
      }
      lang="en"
      width="wide"
      actions={
        <>
          <OwnAccountLink kind="ase-employee" project={AMBULANCE_PATH} />
          <Button onClick={onLogOut}>
            <LogOut aria-hidden="true" />
            {labels.logOut}
          </Button>
        </>
      }
    >
      <Tabs
        label={labels.tabs.label}
        value={open}
        onChange={setOpen}
        tabs={[
          { value: "today", label: labels.tabs.today, content: <Today session={session} /> },
          { value: "schedule", label: labels.tabs.schedule, content: <EmployeeSchedule employeeId={session.userId} /> },
          { value: "duty", label: labels.tabs.duty, content: <OnDutyNow /> },
          { value: "hours", label: labels.tabs.hours, content: <OwnHours scope={ownTurns(session.userId)} /> },
          { value: "notices", label: labels.tabs.notices, content: <OwnNotices employeeId={session.userId} /> },
          { value: "check", label: labels.tabs.check, content: <VehicleCheck employeeId={session.userId} /> },
        ].map((tab) => ({ ...tab, content: <Suspense fallback={<SkeletonList />}>{tab.content}</Suspense> }))}
      />
    </Page>
  );
}

/** What an employee looks at and does today: the clock, the next shift, and who else is on duty. */
function Today({ session }: { session: Session }) {
  const employeeId = session.userId;
  useLiveWorkTurns("kind=eq.ase-employee");
  const refetchInterval = useListInterval(false, PROMPT_POLL_MS);
  const query = useQuery({ ...workTurnQueries.onDuty("ase-employee"), refetchInterval });
  const own = useQuery({ ...workTurnQueries.latest(ownTurns(employeeId)), refetchInterval });
  // Where the colleagues stand above, what is below them comes after them.
  const afterColleagues = query.isPending && "max-lg:hidden";
  return (
    <>
      <Suspense>
        <OwnNotices employeeId={employeeId} isWaitingOnly />
      </Suspense>
      {/* A desk shows two columns. On a phone the colleagues come before the employee's own past shifts. */}
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="grid gap-5 max-lg:contents">
          <DutyCard employeeId={employeeId} />
          <div className="comes-after grid gap-5">
            <Suspense fallback={<Skeleton className="h-24" />}>
              <NextShift employeeId={employeeId} />
              <OwnCertificates employeeId={employeeId} />
            </Suspense>
          </div>
          <div className={clsx("comes-after max-lg:order-2", afterColleagues)}>
            <LastShifts query={own} />
          </div>
        </div>
        <div className="comes-after grid gap-5 max-lg:contents">
          <Colleagues query={query} employeeId={employeeId} />
          <div className={clsx("max-lg:order-3", afterColleagues)}>
            <Details session={session} />
          </div>
        </div>
      </div>
    </>
  );
}

function Details({ session }: { session: Session }) {
  const title = useId();
  // A person without a name is greeted by the ID.
  const name = session.displayName === session.userId ? labels.noName : session.displayName;
  return (
    <Card as="section" aria-labelledby={title}>
      <h2 id={title} className="mb-2 text-xl font-bold">
        {labels.details}
      </h2>
      <dl className="grid gap-3">
        <Detail term={labels.employeeId} value={session.userId} />
        <Detail term={labels.name} value={name} />
        <Detail term={labels.loggedInUntil} value={formatDateTime(session.expiresAt)} />
      </dl>
    </Card>
  );
}

function Detail({ term, value }: { term: string; value: string }) {
  return (
    <div>
      <dt className="text-sm text-ink-soft">{term}</dt>
      <dd className="font-semibold wrap-anywhere">{value}</dd>
    </div>
  );
}
