import { LogOut } from "lucide-react";
import { useId } from "react";
import { AMBULANCE_PATH } from "#contract/projects.ts";
import { OwnAccountLink } from "#session/account/own-account-link.tsx";
import { RequireSession } from "#session/guard.tsx";
import type { Session } from "#session/store.ts";
import { useEmployeeWatch } from "#session/account/use-account-watch.ts";
import { formatDateTime } from "#shared/format/dates.ts";
import { paths } from "#shared/paths.ts";
import { Button } from "#shared/ui/button.tsx";
import { Card, CardHeader } from "#shared/ui/card.tsx";
import { Page } from "#shared/ui/page.tsx";
import { texts } from "../texts.ts";

const labels = texts.employee;

/** An employee's own page: welcome, ID, name (document 2 §2). */
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
          onGone={() => logOut(paths.ambulanceEmployeeLogin())}
        />
      )}
    </RequireSession>
  );
}

type EmployeePageProps = { session: Session; onLogOut: () => void; onGone: () => void };

function EmployeePage({ session, onLogOut, onGone }: EmployeePageProps) {
  const title = useId();
  useEmployeeWatch(session.userId, onGone);
  // Without a name of their own, people are greeted by their ID.
  const name = session.displayName === session.userId ? labels.noName : session.displayName;
  return (
    <Page
      title={labels.welcome(session.displayName)}
      description={labels.introduction}
      lang="en"
      width="narrow"
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
      <Card as="section" aria-labelledby={title}>
        <CardHeader id={title} title={labels.details} />
        <dl className="grid gap-4">
          <Detail term={labels.employeeId} value={session.userId} />
          <Detail term={labels.name} value={name} />
          <Detail term={labels.loggedInUntil} value={formatDateTime(session.expiresAt)} />
        </dl>
      </Card>
    </Page>
  );
}

function Detail({ term, value }: { term: string; value: string }) {
  return (
    <div>
      <dt className="text-sm text-ink-soft">{term}</dt>
      <dd className="text-lg font-semibold wrap-anywhere">{value}</dd>
    </div>
  );
}
