import { LogOut } from "lucide-react";
import { useNavigate } from "react-router";
import { useActivityLog } from "#session/actions/use-activity-log.ts";
import { paths } from "#shared/paths.ts";
import { Button } from "#shared/ui/button.tsx";
import { Page } from "#shared/ui/page.tsx";
import { adminTexts } from "./admin-texts.ts";
import { AccountManagement } from "./account-management.tsx";
import { AdminDescription } from "./admin-description.tsx";
import { type AdminAt, ForAdmins } from "../shell/for-admins.tsx";

/** A site's accounts on a page of their own (document 1 §2). */
export function ManageAccountsScreen() {
  return <ForAdmins>{(at) => <Accounts {...at} />}</ForAdmins>;
}

function Accounts({ project, session, logOut }: AdminAt) {
  const navigate = useNavigate();
  const log = useActivityLog();

  function handleLogOut() {
    log("admin_logout");
    logOut(paths.project(project));
  }

  return (
    <Page
      title={adminTexts.accounts.title}
      width="wide"
      description={<AdminDescription project={project} session={session} />}
      back={{ onClick: () => void navigate(paths.customerAdminDashboard(project)) }}
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
