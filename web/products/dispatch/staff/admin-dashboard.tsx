import { RadioTower, Send } from "lucide-react";
import { DISPATCH_PROJECT } from "#contract/projects.ts";
import { useActivityLog } from "#session/actions/use-activity-log.ts";
import type { Session } from "#session/store.ts";
import { toast } from "#shared/feedback/toast.ts";
import { paths } from "#shared/paths.ts";
import { ButtonLink } from "#shared/ui/button.tsx";
import { Page } from "#shared/ui/page.tsx";
import { Tabs } from "#shared/ui/tabs.tsx";
import { DispatchBar, GreyWhileLost } from "../bar/dispatch-bar.tsx";
import { texts } from "../texts.ts";
import { ActivityLogs } from "./activity-logs.tsx";
import { Links } from "./links.tsx";
import { DeletedAccounts } from "./deleted-accounts.tsx";
import { MinimumsEditor } from "./minimums-editor.tsx";
import { Operators } from "./operators.tsx";
import { SettingsForm } from "./settings-form.tsx";
import { StatusesEditor } from "./statuses-editor.tsx";
import { leaveForms } from "./unsaved.ts";
import { SessionActions, SessionState } from "../parts/session-actions.tsx";
import { useOpenTab } from "../parts/use-open-tab.ts";

const labels = texts.admin;

/** The dispatch administrator's dashboard (document 2 §2). After the logout its address shows the login again. */
export function AdminDashboard({ session, onLeave }: { session: Session; onLeave: () => void }) {
  const log = useActivityLog();
  const [tab, setTab] = useOpenTab(["operators", "activity", "deleted", "statuses", "minimums", "settings"]);

  function handleLogOut() {
    log("logout");
    toast.success(texts.session.loggedOut);
    onLeave();
  }

  return (
    <Page
      title={labels.title}
      lang="en"
      width="wide"
      description={<SessionState session={session} isFollowing={tab === "operators" || tab === "statuses"} />}
      actions={
        <SessionActions kind="dispatch-admin" onLogOut={handleLogOut}>
          <ButtonLink to={paths.messages(DISPATCH_PROJECT)}>
            <Send aria-hidden="true" />
            {labels.messages}
          </ButtonLink>
          <ButtonLink to={paths.dispatch()}>
            <RadioTower aria-hidden="true" />
            {labels.centre}
          </ButtonLink>
        </SessionActions>
      }
    >
      <DispatchBar kind="dispatch-admin" session={session} />
      <GreyWhileLost>
        <Tabs
          label={labels.tabs}
          value={tab}
          onChange={(next) => void (next !== tab && leaveForms(() => setTab(next)))}
          tabs={[
            { value: "operators", label: labels.operators, content: <Operators session={session} log={log} /> },
            { value: "activity", label: labels.activity, content: <ActivityLogs /> },
            { value: "deleted", label: labels.deleted, content: <DeletedAccounts /> },
            { value: "statuses", label: labels.statuses, content: <StatusesEditor /> },
            { value: "minimums", label: labels.minimums, content: <MinimumsEditor /> },
            {
              value: "settings",
              label: labels.settings,
              content: (
                <div className="grid gap-8">
                  <SettingsForm />
                  <Links />
                </div>
              ),
            },
          ]}
        />
      </GreyWhileLost>
    </Page>
  );
}
