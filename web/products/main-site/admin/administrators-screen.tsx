import { Navigate, useNavigate } from "react-router";
import { ForMainAdmin } from "#session/for-main-admin.tsx";
import { areLoginsApart } from "#session/profile/profile.ts";
import { paths } from "#shared/paths.ts";
import { Page } from "#shared/ui/page.tsx";
import { adminTexts } from "./admin-texts.ts";
import { EmailAdmins } from "./people/email-admins.tsx";
import { SecondFactorDemands } from "./people/second-factor-demands.tsx";

const texts = adminTexts.administrators;

/**
 * The screen where the main admin makes and removes administrators of e-mail accounts, and decides which kinds of people need a second
 * factor (`hardened`).
 */
export function AdministratorsScreen() {
  const navigate = useNavigate();
  if (!areLoginsApart) return <Navigate to={paths.mainAdminDashboard()} replace />;
  return (
    <ForMainAdmin>
      {() => (
        <Page
          title={texts.title}
          width="wide"
          description={texts.introduction}
          back={{ onClick: () => void navigate(paths.mainAdminDashboard()) }}
        >
          <div className="grid gap-6">
            <EmailAdmins />
            <SecondFactorDemands />
          </div>
        </Page>
      )}
    </ForMainAdmin>
  );
}
