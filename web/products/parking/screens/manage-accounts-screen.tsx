import { LogOut } from "lucide-react";
import { useNavigate, useParams } from "react-router";
import { RequireSession } from "#session/guard.tsx";
import type { Session } from "#session/store.ts";
import { useActivityLog } from "#session/use-activity-log.ts";
import { paths } from "#shared/paths.ts";
import { sharedTexts } from "#shared/texts.ts";
import { Button } from "#shared/ui/button.tsx";
import { Page } from "#shared/ui/page.tsx";
import { adminTexts } from "../admin/admin-texts.ts";
import { AccountManagement } from "../admin/account-management.tsx";
import { AdminDescription } from "../admin/admin-description.tsx";

/** A site's accounts on a page of their own (document 1 §2). */
export function ManageAccountsScreen() {
  const { projectId: project = "" } = useParams();
  return (
    <RequireSession
      kind="admin"
      project={project}
      login={paths.customerAdminLogin(project)}
      message={sharedTexts.adminRequired}
    >
      {(session, logOut) => <Accounts project={project} session={session} logOut={logOut} />}
    </RequireSession>
  );
}

type AccountsProps = { project: string; session: Session; logOut: (to: string) => void };

function Accounts({ project, session, logOut }: AccountsProps) {
  const navigate = useNavigate();
  const log = useActivityLog("admin", session);

  function handleLogOut() {
    log("admin_logout");
    logOut(paths.project(project));
  }

  return (
    <Page
      title={adminTexts.accounts.title}
      width="wide"
      description={<AdminDescription project={project} session={session} />}
      back={{ label: adminTexts.back, onClick: () => void navigate(paths.customerAdminDashboard(project)) }}
      actions={
        <Button size="small" onClick={handleLogOut}>
          <LogOut aria-hidden="true" />
          {adminTexts.logOut}
        </Button>
      }
    >
      <AccountManagement project={project} session={session} />
    </Page>
  );
}
