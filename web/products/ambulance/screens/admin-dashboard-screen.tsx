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
import { texts } from "../texts.ts";

const labels = texts.admin;

const TurnReviews = lazy(async () => ({
  default: (await import("#session/work-clock/turn-reviews.tsx")).TurnReviews,
}));
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

function Employees({ session, onLogOut }: { session: Session; onLogOut: () => void }) {
  const [edited, setEdited] = useState<AseEmployee | "new">();
  return (
    <Page
      title={labels.title}
      description={labels.introduction}
      lang="en"
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
        tabs={[
          { value: "employees", label: labels.tabs.employees, content: <EmployeeTable onEdit={setEdited} /> },
          {
            value: "shifts",
            label: labels.tabs.shifts,
            content: (
              <Suspense fallback={<SkeletonList />}>
                <TurnReviews project={AMBULANCE_PATH} kind="ase-employee" />
              </Suspense>
            ),
          },
          {
            value: "hours",
            label: labels.tabs.hours,
            content: (
              <Suspense fallback={<SkeletonList />}>
                <WorkHours project={AMBULANCE_PATH} kind="ase-employee" />
              </Suspense>
            ),
          },
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
