import { useNavigate, useParams } from "react-router";
import { useSite } from "#data/main_page_sites/use-site.ts";
import { logActivity } from "#data/web_activity_logs/mutations.ts";
import { actingOf } from "#session/acting.ts";
import { LoginForm } from "#session/logins/login-form.tsx";
import { LoginRefused } from "#session/logins/sign-in.ts";
import { getSignIn } from "#session/profile/profile.ts";
import type { TaxiPerson } from "#session/logins/sign-in.ts";
import { openSession } from "#session/store.ts";
import { useSession } from "#session/use-session.ts";
import { toast } from "#shared/feedback/toast.ts";
import { SubmitError } from "#shared/form/use-form.ts";
import { paths } from "#shared/paths.ts";
import { Card } from "#shared/ui/card.tsx";
import { Page } from "#shared/ui/page.tsx";
import { HeldCarNote } from "../parts/held-car.tsx";
import { OpenSessions } from "../parts/open-sessions.tsx";
import { type ChauffeurCredentials, chauffeurLoginProblems, chauffeurLoginSchema } from "../rules/login-problems.ts";
import { texts } from "../texts.ts";

/**
 * The login of a project's chauffeurs and of their administrator (document 2 §2). A person who is logged in as one may still log in as the
 * other, so nobody is forwarded without a press.
 */
export function ChauffeurLoginScreen() {
  const { projectId = "" } = useParams();
  const navigate = useNavigate();
  const site = useSite(projectId);
  const chauffeur = useSession("chauffeur", projectId);
  const admin = useSession("chauffeur-admin", projectId);
  return (
    <Page
      title={texts.login.title}
      description={site.isPending ? "\u00A0" : site.name}
      lang="en"
      width="narrow"
      back={{ onClick: () => void navigate(paths.project(projectId)) }}
    >
      {chauffeur === null && <HeldCarNote project={projectId} />}
      <OpenSessions project={projectId} chauffeur={chauffeur} admin={admin} />
      <Card>
        <LoginForm
          labels={{ ...texts.login, userId: texts.login.chauffeurId }}
          schema={chauffeurLoginSchema}
          onLogIn={async (credentials) => {
            const to = await logIn(credentials, projectId);
            if (to === undefined) throw new LoginRefused(texts.login.wrong);
            void navigate(to, { replace: true });
          }}
          failed={() => texts.login.failed}
        />
      </Card>
    </Page>
  );
}

/**
 * Opens the session of the administrator or the chauffeur and logs it. Returns the next address, or undefined when the credentials are
 * wrong.
 * @throws SubmitError when a chauffeur's fields are incomplete, DataError when they cannot be checked.
 */
async function logIn(credentials: ChauffeurCredentials, project: string): Promise<string | undefined> {
  const signIn = await getSignIn();
  const admin = signIn.chauffeurAdminById(credentials.userId);
  if (admin !== null) return open({ kind: "chauffeur-admin", person: admin }, project);
  const problems = chauffeurLoginProblems(credentials);
  if (Object.keys(problems).length > 0) throw new SubmitError("", problems);
  const found = await signIn.chauffeur({ ...credentials, project });
  return found === null ? undefined : open(found, project);
}

function open({ kind, person }: TaxiPerson, project: string): string {
  const session = openSession(kind, { ...person, project });
  toast.success(texts.login.success);
  void logActivity(actingOf(kind, session, project), { action: "login", pageUrl: paths.chauffeurLogin(project) });
  return kind === "chauffeur" ? paths.vehicleRegistration(project) : paths.chauffeurAdmin(project);
}
