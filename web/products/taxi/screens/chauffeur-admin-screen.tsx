import { useQuery } from "@tanstack/react-query";
import { LogOut, UserPlus } from "lucide-react";
import { useId, useState } from "react";
import { useParams } from "react-router";
import { useListInterval } from "#data/live.ts";
import { useLiveProjectPeople } from "#data/project_attendants/live.ts";
import { projectAttendantQueries } from "#data/project_attendants/queries.ts";
import { OwnAccountLink } from "#session/account/own-account-link.tsx";
import { RequireSession } from "#session/guard.tsx";
import { LiveState } from "#session/live-state.tsx";
import type { Session } from "#session/store.ts";
import { useActivityLog } from "#session/use-activity-log.ts";
import { toast } from "#shared/feedback/toast.ts";
import { paths } from "#shared/paths.ts";
import { Button } from "#shared/ui/button.tsx";
import { Page } from "#shared/ui/page.tsx";
import { ChauffeurList } from "../parts/chauffeur-list.tsx";
import { CreateChauffeurDialog } from "../parts/create-chauffeur-dialog.tsx";
import { texts } from "../texts.ts";

const { admin: labels } = texts;

/** Where the taxi administrator creates and removes chauffeurs (document 2 §2). */
export function ChauffeurAdminScreen() {
  const { projectId = "" } = useParams();
  return (
    <RequireSession
      kind="chauffeur-admin"
      project={projectId}
      login={paths.chauffeurLogin(projectId)}
      message={texts.login.adminRequired}
    >
      {(session, logOut) => <Chauffeurs project={projectId} session={session} logOut={logOut} />}
    </RequireSession>
  );
}

type ChauffeursProps = { project: string; session: Session; logOut: (to: string) => void };

function Chauffeurs({ project, session, logOut }: ChauffeursProps) {
  const log = useActivityLog("chauffeur-admin", session);
  const query = useQuery({ ...projectAttendantQueries.ofProject(project), refetchInterval: useListInterval() });
  useLiveProjectPeople(project);
  const [isCreating, setIsCreating] = useState(false);
  const heading = useId();

  function handleLogOut() {
    log("logout");
    toast.success(texts.login.loggedOut);
    logOut(paths.chauffeurLogin(project));
  }

  return (
    <Page
      title={labels.title}
      description={
        <p className="flex flex-wrap gap-x-4">
          <span>{labels.signedInAs(session.displayName)}</span>
          <LiveState />
        </p>
      }
      actions={
        <>
          <OwnAccountLink kind="chauffeur-admin" project={project} />
          <Button onClick={handleLogOut}>
            <LogOut aria-hidden="true" />
            {labels.logOut}
          </Button>
        </>
      }
    >
      <section aria-labelledby={heading}>
        <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
          <h2 id={heading} className="text-2xl font-bold">
            {labels.heading(query.data?.length)}
          </h2>
          <Button variant="primary" onClick={() => setIsCreating(true)}>
            <UserPlus aria-hidden="true" />
            {labels.create}
          </Button>
        </div>
        <ChauffeurList project={project} adminId={session.userId} query={query} log={log} />
      </section>
      <CreateChauffeurDialog
        open={isCreating}
        project={project}
        adminId={session.userId}
        log={log}
        onClose={() => setIsCreating(false)}
      />
    </Page>
  );
}
