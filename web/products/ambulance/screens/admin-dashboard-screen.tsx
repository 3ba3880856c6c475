import { LogOut, UserPlus } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { AMBULANCE_PATH } from "#contract/projects.ts";
import type { AseEmployee } from "#data/ase_employees/queries.ts";
import { OwnAccountLink } from "#session/account/own-account-link.tsx";
import { RequireSession } from "#session/guard.tsx";
import type { Session } from "#session/store.ts";
import { paths } from "#shared/paths.ts";
import { Button } from "#shared/ui/button.tsx";
import { Page } from "#shared/ui/page.tsx";
import { SkeletonList } from "#shared/ui/skeleton.tsx";
import { Tabs } from "#shared/ui/tabs.tsx";
import { EmployeeDialog } from "../parts/employee-dialog.tsx";
import { EmployeeTable } from "../parts/employee-table.tsx";
import { useInAddress } from "../parts/use-in-address.ts";
import { useRequests } from "../plan/use-requests.ts";
import { texts } from "../texts.ts";

const labels = texts.admin;

const TurnReviews = lazy(async () => ({
  default: (await import("#session/work-clock/turn-reviews.tsx")).TurnReviews,
}));
const AdminSchedule = lazy(async () => ({ default: (await import("../plan/admin-schedule.tsx")).AdminSchedule }));
const Requests = lazy(async () => ({ default: (await import("../plan/requests.tsx")).Requests }));
const OnDutyNow = lazy(async () => ({ default: (await import("../plan/on-duty-now.tsx")).OnDutyNow }));
const AdminNotices = lazy(async () => ({ default: (await import("../parts/admin-notices.tsx")).AdminNotices }));
const AdminCertificates = lazy(async () => ({
  default: (await import("../certificates/admin-certificates.tsx")).AdminCertificates,
}));
const AdminVehicles = lazy(async () => ({ default: (await import("../vehicles/admin-vehicles.tsx")).AdminVehicles }));
const AdminChecklist = lazy(async () => ({
  default: (await import("../vehicles/admin-checklist.tsx")).AdminChecklist,
}));
const PlanSettings = lazy(async () => ({ default: (await import("../plan/plan-settings.tsx")).PlanSettings }));
const WorkHours = lazy(async () => ({ default: (await import("#session/work-clock/work-hours.tsx")).WorkHours }));

/** The screen where the admin adds, changes and removes employees (document 2 §2). */
export function AdminDashboardScreen() {
  return (
    <RequireSession
      kind="ase-admin"
      project={AMBULANCE_PATH}
      login={paths.ambulanceAdminLogin()}
      message={labels.loginRequired}
    >
      {(session, logOut) => <Employees session={session} onLogOut={() => logOut(paths.ambulanceAdminLogin())} />}
    </RequireSession>
  );
}

/** The parts beside the employees, each of which is loaded when it is opened. */
const PARTS = [
  { value: "schedule", label: labels.tabs.schedule, content: <AdminSchedule /> },
  { value: "requests", label: labels.tabs.requests, content: <Requests /> },
  { value: "duty", label: labels.tabs.duty, content: <OnDutyNow /> },
  { value: "shifts", label: labels.tabs.shifts, content: <TurnReviews project={AMBULANCE_PATH} kind="ase-employee" /> },
  { value: "hours", label: labels.tabs.hours, content: <WorkHours project={AMBULANCE_PATH} kind="ase-employee" /> },
  { value: "certificates", label: labels.tabs.certificates, content: <AdminCertificates /> },
  { value: "notices", label: labels.tabs.notices, content: <AdminNotices /> },
  { value: "vehicles", label: labels.tabs.vehicles, content: <AdminVehicles /> },
  { value: "checklist", label: labels.tabs.checklist, content: <AdminChecklist /> },
  { value: "settings", label: labels.tabs.settings, content: <PlanSettings /> },
].map((part) => ({ ...part, content: <Suspense fallback={<SkeletonList />}>{part.content}</Suspense> }));
const OPENED: readonly [string, ...string[]] = ["employees", ...PARTS.map(({ value }) => value)];

function Employees({ session, onLogOut }: { session: Session; onLogOut: () => void }) {
  const [edited, setEdited] = useState<AseEmployee | "new">();
  const [open, setOpen] = useInAddress("tab", OPENED);
  const waiting = useRequests().data?.count ?? 0;
  const inWords = labels.tabs.requestsWait(waiting);
  return (
    <Page
      title={labels.title}
      description={labels.introduction}
      lang="en"
      width="wide"
      actions={
        <>
          <Button variant="primary" onClick={() => setEdited("new")}>
            <UserPlus aria-hidden="true" />
            {labels.add}
          </Button>
          <OwnAccountLink kind="ase-admin" project={AMBULANCE_PATH} />
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
        isScrolled
        tabs={[
          { value: "employees", label: labels.tabs.employees, content: <EmployeeTable onEdit={setEdited} /> },
          ...PARTS.map((part) =>
            part.value === "requests" && waiting > 0 ? { ...part, waiting: { count: waiting, inWords } } : part,
          ),
        ]}
      />
      {edited !== undefined && (
        <EmployeeDialog
          employee={edited === "new" ? undefined : edited}
          adminId={session.userId}
          onClose={() => setEdited(undefined)}
        />
      )}
    </Page>
  );
}
