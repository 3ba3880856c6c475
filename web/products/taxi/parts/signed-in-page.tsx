import { LogOut } from "lucide-react";
import type { ReactNode } from "react";
import { OwnAccountLink, useOwnAccountItems } from "#session/account/own-account-link.tsx";
import type { LogOutTo } from "#session/guard.tsx";
import { LiveSign } from "#session/live-sign.tsx";
import type { Session } from "#session/store.ts";
import type { Log } from "#session/actions/use-activity-log.ts";
import { toast } from "#shared/feedback/toast.ts";
import { paths } from "#shared/paths.ts";
import { Button } from "#shared/ui/button.tsx";
import { Menu } from "#shared/ui/menu.tsx";
import { PageBar } from "#shared/ui/page-bar.tsx";
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
      renderBar={(heading) => (
        <PageBar
          title={labels.title}
          heading={heading}
          actions={<Actions {...{ kind, labels, project, session }} onLogOut={handleLogOut} />}
        >
          <LiveSign wordClass="max-lg:hidden" />
        </PageBar>
      )}
    >
      <div className="pt-4">{children}</div>
    </Page>
  );
}

type ActionsProps = Pick<SignedInPageProps, "kind" | "labels" | "project" | "session"> & { onLogOut: () => void };

/** The person's name, account and logout: beside the title at a desk, and on a phone in a menu. */
function Actions({ kind, labels, project, session, onLogOut }: ActionsProps) {
  const ownAccount = useOwnAccountItems(kind, project);
  const name = labels.signedInAs(session.displayName);
  return (
    <>
      <div className="contents max-sm:hidden">
        <p className="mr-2 text-ink-soft wrap-anywhere">{name}</p>
        <OwnAccountLink {...{ kind, project }} size="small" />
        <Button size="small" onClick={onLogOut}>
          <LogOut aria-hidden="true" />
          {labels.logOut}
        </Button>
      </div>
      <div className="-mr-3 sm:hidden">
        <Menu
          label={texts.more}
          heading={name}
          items={[...ownAccount, { label: labels.logOut, icon: LogOut, onChoose: onLogOut }]}
        />
      </div>
    </>
  );
}
