import type { ReactNode } from "react";
import { useParams } from "react-router";
import { AMBULANCE_PATH, DISPATCH_PROJECT, REAL_ESTATE_PATH } from "#contract/projects.ts";
import type { SessionKind } from "#contract/states.ts";
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
 * dispatch centre, the ambulance and real estate in English.
 */
export function MessagesScreen() {
  const { projectId: project = "" } = useParams();
  if (project === REAL_ESTATE_PATH) return <AgentsMessages />;
  const english = ENGLISH[project];
  const lang = english === undefined ? "sv" : "en";
  const texts = messageTexts[lang];
  const back = english?.back ?? paths.customerAdminDashboard(project);
  return (
    <RequireSession
      kind={english?.kind ?? "admin"}
      project={project}
      login={english?.login ?? paths.customerAdminLogin(project)}
      message={english === undefined ? sharedTexts.adminRequired : texts.required}
    >
      {() => (
        <Page title={texts.title} lang={lang} width="wide" back={{ to: back }}>
          <MessagesSection project={project} />
        </Page>
      )}
    </RequireSession>
  );
}

/** Places whose admins work in English, with their ways. */
const ENGLISH: Readonly<Record<string, { kind: SessionKind; back: string; login: string }>> = {
  [DISPATCH_PROJECT]: {
    kind: "dispatch-admin",
    back: paths.dispatch("administrator"),
    login: paths.dispatch("administrator"),
  },
  [AMBULANCE_PATH]: {
    kind: "ase-admin",
    back: paths.ambulanceAdminDashboard(),
    login: paths.ambulanceAdminLogin(),
  },
};

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
