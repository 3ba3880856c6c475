import { UserPlus } from "lucide-react";
import { useId, useState } from "react";
import { useParams } from "react-router";
import { useListInterval } from "#data/live.ts";
import { useLiveProjectPeople } from "#data/project_attendants/live.ts";
import { projectAttendantQueries } from "#data/project_attendants/queries.ts";
import { useQuery } from "#data/use-query.ts";
import { type LogOutTo, RequireSession } from "#session/guard.tsx";
import type { Session } from "#session/store.ts";
import { useActivityLog } from "#session/actions/use-activity-log.ts";
import { paths } from "#shared/paths.ts";
import { Button } from "#shared/ui/button.tsx";
import { FleetNav } from "../fleet/fleet-page.tsx";
import { ChauffeurList } from "../parts/chauffeur-list.tsx";
import { CreateChauffeurDialog } from "../parts/create-chauffeur-dialog.tsx";
import { SignedInPage } from "../parts/signed-in-page.tsx";
import { texts } from "../texts.ts";

const { admin: labels } = texts;

/** The screen where the taxi administrator creates and removes chauffeurs (document 2 §2). */
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

type ChauffeursProps = { project: string; session: Session; logOut: LogOutTo };

function Chauffeurs({ project, session, logOut }: ChauffeursProps) {
  const log = useActivityLog();
  const query = useQuery({ ...projectAttendantQueries.ofProject(project), refetchInterval: useListInterval() });
  useLiveProjectPeople(project);
  const [isCreating, setIsCreating] = useState(false);
  const heading = useId();

  return (
    <SignedInPage kind="chauffeur-admin" {...{ labels, project, session, log, logOut }}>
      <FleetNav project={project} />
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
      {isCreating && (
        <CreateChauffeurDialog
          project={project}
          adminId={session.userId}
          log={log}
          onClose={() => setIsCreating(false)}
        />
      )}
    </SignedInPage>
  );
}
