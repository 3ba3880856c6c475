import type { ReactNode } from "react";
import { useParams } from "react-router";
import { DISPATCH_PROJECT, REAL_ESTATE_PATH } from "#contract/projects.ts";
import { RequireAgent } from "#session/account/require-agent.tsx";
import { RequireSession } from "#session/guard.tsx";
import { paths } from "#shared/paths.ts";
import { sharedTexts } from "#shared/texts.ts";
import { Page } from "#shared/ui/page.tsx";
import { SkeletonList } from "#shared/ui/skeleton.tsx";
import { messageTexts } from "./message-texts.ts";
import { MessagesSection } from "./messages-section.tsx";

/**
 * The receivers of a place's messages and the unsent messages, for its admins and real estate's agents: for a site in Swedish, for the
 * dispatch centre and real estate in English.
 */
export function MessagesScreen() {
  const { projectId: project = "" } = useParams();
  if (project === REAL_ESTATE_PATH) return <AgentsMessages />;
  const isDispatch = project === DISPATCH_PROJECT;
  const lang = isDispatch ? "en" : "sv";
  const texts = messageTexts[lang];
  const back = isDispatch ? paths.dispatch("administrator") : paths.customerAdminDashboard(project);
  return (
    <RequireSession
      kind={isDispatch ? "dispatch-admin" : "admin"}
      project={project}
      login={isDispatch ? back : paths.customerAdminLogin(project)}
      message={isDispatch ? texts.required : sharedTexts.adminRequired}
    >
      {() => (
        <Page title={texts.title} lang={lang} width="wide" back={{ to: back }}>
          <MessagesSection project={project} />
        </Page>
      )}
    </RequireSession>
  );
}

const onPage = (content: ReactNode) => (
  <Page title={messageTexts.en.title} lang="en" width="wide" back={{ to: paths.propertyManagement() }}>
    {content}
  </Page>
);

function AgentsMessages() {
  return (
    <RequireAgent page={onPage} loading={<SkeletonList />}>
      {() => onPage(<MessagesSection project={REAL_ESTATE_PATH} />)}
    </RequireAgent>
  );
}
