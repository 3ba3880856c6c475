import { Activity, Building2, History, LogOut, ShieldCheck } from "lucide-react";
import { useLiveContactMessages } from "#data/contact_messages/live.ts";
import { OwnAccountLink } from "#session/account/own-account-link.tsx";
import { areLoginsApart } from "#session/profile/profile.ts";
import { ForMainAdmin } from "#session/for-main-admin.tsx";
import { toast } from "#shared/feedback/toast.ts";
import { useFetchAhead } from "#shared/fetch-ahead.ts";
import { paths } from "#shared/paths.ts";
import { Button, ButtonLink } from "#shared/ui/button.tsx";
import { Page } from "#shared/ui/page.tsx";
import { adminTexts } from "./admin-texts.ts";
import { NewestMessages } from "./messages/newest-messages.tsx";
import { RegisteredUsers } from "./people/registered-users.tsx";
import { FirstSteps } from "./sites/first-steps.tsx";
import { Sites } from "./sites/sites.tsx";
import { StoredPasswords } from "./people/stored-passwords.tsx";

const NEXT_SCREENS = [() => import("./contact-messages-screen.tsx"), () => import("./administrators-screen.tsx")];

/** The main-site admin's dashboard (document 1 §2). */
export function MainAdminDashboardScreen() {
  return (
    <ForMainAdmin>
      {(session, logOut) => <Dashboard adminId={session.userId} onLogOut={() => logOut(paths.landing())} />}
    </ForMainAdmin>
  );
}

function Dashboard({ adminId, onLogOut }: { adminId: string; onLogOut: () => void }) {
  useLiveContactMessages(() => toast.info(adminTexts.messages.arrived));
  useFetchAhead(NEXT_SCREENS);
  return (
    <Page
      title={adminTexts.dashboard.title}
      width="wide"
      actions={
        <>
          <ButtonLink to={paths.mainTrail()}>
            <History aria-hidden="true" />
            {adminTexts.dashboard.trail}
          </ButtonLink>
          <ButtonLink to={paths.company()}>
            <Building2 aria-hidden="true" />
            {adminTexts.dashboard.company}
          </ButtonLink>
          <ButtonLink to={paths.system()}>
            <Activity aria-hidden="true" />
            {adminTexts.dashboard.system}
          </ButtonLink>
          {areLoginsApart && (
            <ButtonLink to={paths.administrators()}>
              <ShieldCheck aria-hidden="true" />
              {adminTexts.administrators.title}
            </ButtonLink>
          )}
          <OwnAccountLink kind="main-admin" />
          <Button onClick={onLogOut}>
            <LogOut aria-hidden="true" />
            {adminTexts.dashboard.logOut}
          </Button>
        </>
      }
    >
      <FirstSteps />
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <NewestMessages />
        <div className="comes-after grid min-w-0 gap-6">
          <RegisteredUsers />
          <StoredPasswords />
        </div>
        <div className="comes-after min-w-0 lg:col-span-2">
          <Sites adminId={adminId} />
        </div>
      </div>
    </Page>
  );
}
