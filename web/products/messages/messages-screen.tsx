import { useParams } from "react-router";
import { DISPATCH_PROJECT } from "#contract/projects.ts";
import { RequireSession } from "#session/guard.tsx";
import { paths } from "#shared/paths.ts";
import { sharedTexts } from "#shared/texts.ts";
import { Page } from "#shared/ui/page.tsx";
import { messageTexts } from "./message-texts.ts";
import { MessagesSection } from "./messages-section.tsx";

/**
 * The receivers of a place's messages and the unsent messages, for its admins: for a site in Swedish, for the dispatch centre in English.
 */
export function MessagesScreen() {
  const { projectId: project = "" } = useParams();
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
