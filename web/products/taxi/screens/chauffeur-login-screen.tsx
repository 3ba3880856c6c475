import { useNavigate, useParams } from "react-router";
import { PASSWORD_LENGTH, USER_ID_LENGTH } from "#contract/limits.ts";
import { logActivity } from "#data/web_activity_logs/mutations.ts";
import { getSignIn } from "#session/profile.ts";
import { openSession } from "#session/store.ts";
import { useSession } from "#session/use-session.ts";
import { toast } from "#shared/feedback/toast.ts";
import { Form, SubmitButton } from "#shared/form/form.tsx";
import { PasswordField } from "#shared/form/password-field.tsx";
import { TextField } from "#shared/form/text-field.tsx";
import { SubmitError, useForm } from "#shared/form/use-form.ts";
import { paths } from "#shared/paths.ts";
import { Card } from "#shared/ui/card.tsx";
import { Page } from "#shared/ui/page.tsx";
import { OpenSessions } from "../parts/open-sessions.tsx";
import { type ChauffeurCredentials, chauffeurLoginProblems, chauffeurLoginSchema } from "../rules/login-problems.ts";
import { texts } from "../texts.ts";

/**
 * Login of a project's chauffeurs and of their administrator (document 2 §2). Two kinds of people share it: who is logged
 * in as one of them may still log in as the other, so nobody is sent on without asking.
 */
export function ChauffeurLoginScreen() {
  const { projectId = "" } = useParams();
  const navigate = useNavigate();
  const chauffeur = useSession("chauffeur", projectId);
  const admin = useSession("chauffeur-admin", projectId);
  return (
    <Page
      title={texts.login.title}
      lang="en"
      width="narrow"
      back={{ label: texts.login.back, onClick: () => void navigate(paths.project(projectId)) }}
    >
      <OpenSessions project={projectId} chauffeur={chauffeur} admin={admin} />
      <Card>
        <LoginForm project={projectId} onIn={(to) => void navigate(to, { replace: true })} />
      </Card>
    </Page>
  );
}

function LoginForm({ project, onIn }: { project: string; onIn: (to: string) => void }) {
  const form = useForm({
    initial: { userId: "", password: "" },
    schema: chauffeurLoginSchema,
    onSubmit: async (credentials) => {
      const to = await logIn(credentials, project);
      if (to === undefined) toast.error(texts.login.wrong);
      else onIn(to);
    },
    failed: () => {
      toast.error(texts.login.failed);
      return undefined;
    },
  });
  return (
    <Form
      form={form}
      actions={
        <SubmitButton form={form} wide>
          {texts.login.submit}
        </SubmitButton>
      }
    >
      <TextField
        label={texts.login.chauffeurId}
        {...form.field("userId")}
        required
        maxLength={USER_ID_LENGTH.max}
        autoComplete="username"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
      />
      <PasswordField
        label={texts.login.password}
        {...form.field("password")}
        maxLength={PASSWORD_LENGTH.max}
        reveal={{ show: texts.login.showPassword, hide: texts.login.hidePassword }}
      />
    </Form>
  );
}

/**
 * Opens the session of the administrator or the chauffeur and notes it. Gives the address to go on to, undefined when the
 * credentials are wrong.
 * @throws SubmitError when a chauffeur's fields are incomplete, DataError when they cannot be checked.
 */
async function logIn(credentials: ChauffeurCredentials, project: string): Promise<string | undefined> {
  const signIn = await getSignIn();
  const admin = await signIn.chauffeurAdmin({ ...credentials, project });
  if (admin !== null) return open("chauffeur-admin", admin, project, paths.chauffeurAdmin(project));
  const problems = chauffeurLoginProblems(credentials);
  if (Object.keys(problems).length > 0) throw new SubmitError("", problems);
  const chauffeur = await signIn.chauffeur({ ...credentials, project });
  return chauffeur === null ? undefined : open("chauffeur", chauffeur, project, paths.vehicleRegistration(project));
}

function open(
  kind: "chauffeur" | "chauffeur-admin",
  person: { userId: string; displayName: string | null },
  project: string,
  to: string,
): string {
  openSession(kind, { ...person, project });
  void logActivity({ userId: person.userId, userType: kind, action: "login", pageUrl: paths.chauffeurLogin(project) });
  return to;
}
