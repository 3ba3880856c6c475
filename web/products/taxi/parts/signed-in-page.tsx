import { LogOut } from "lucide-react";
import type { ReactNode } from "react";
import { OwnAccountLink } from "#session/account/own-account-link.tsx";
import type { LogOutTo } from "#session/guard.tsx";
import { LiveState } from "#session/live-state.tsx";
import type { Session } from "#session/store.ts";
import type { Log } from "#session/actions/use-activity-log.ts";
import { toast } from "#shared/feedback/toast.ts";
import { paths } from "#shared/paths.ts";
import { Button } from "#shared/ui/button.tsx";
import { Page } from "#shared/ui/page.tsx";
import { texts } from "../texts.ts";

type SignedInPageProps = {
  kind: "chauffeur" | "chauffeur-admin";
  labels: { title: string; signedInAs: (name: string) => string; logOut: string };
  project: string;
  session: Session;
  log: Log;
  logOut: LogOutTo;
  width?: "normal" | "wide";
  children: ReactNode;
};

/** A page of a logged-in person: their name, whether the page is live, and the logout. */
export function SignedInPage({
  kind,
  labels,
  project,
  session,
  log,
  logOut,
  width = "normal",
  children,
}: SignedInPageProps) {
  function handleLogOut() {
    log("logout");
    toast.success(texts.login.loggedOut);
    logOut(paths.chauffeurLogin(project));
  }

  return (
    <Page
      title={labels.title}
      width={width}
      description={
        <p className="flex flex-wrap gap-x-4">
          <span>{labels.signedInAs(session.displayName)}</span>
          <LiveState />
        </p>
      }
      actions={
        <>
          <OwnAccountLink kind={kind} project={project} />
          <Button onClick={handleLogOut}>
            <LogOut aria-hidden="true" />
            {labels.logOut}
          </Button>
        </>
      }
    >
      {children}
    </Page>
  );
}
