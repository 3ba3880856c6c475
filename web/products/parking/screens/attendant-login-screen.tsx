import { Navigate, useNavigate, useParams } from "react-router";
import { PASSWORD_LENGTH, REDIRECT_AFTER_LOGIN_MS, USER_ID_LENGTH } from "#contract/limits.ts";
import { getSignIn } from "#session/profile.ts";
import { openSession } from "#session/store.ts";
import { useSession } from "#session/use-session.ts";
import { toast } from "#shared/feedback/toast.ts";
import { Form, SubmitButton } from "#shared/form/form.tsx";
import { PasswordField } from "#shared/form/password-field.tsx";
import { TextField } from "#shared/form/text-field.tsx";
import { useForm } from "#shared/form/use-form.ts";
import { paths, type ProjectId } from "#shared/paths.ts";
import { Card } from "#shared/ui/card.tsx";
import { Page } from "#shared/ui/page.tsx";
import { attendantLoginSchema } from "../rules/login-schema.ts";
import { texts } from "../texts.ts";

/** Login of a project's attendants; who is logged in already goes on to the dashboard (document 1 §2). */
export function AttendantLoginScreen() {
  const { projectId } = useParams();
  const navigate = useNavigate();
  const session = useSession("attendant", projectId);
  if (session !== null) return <Navigate to={paths.attendantDashboard(projectId)} replace />;
  return (
    <Page
      title={texts.login.title}
      width="narrow"
      back={{ label: texts.back, onClick: () => void navigate(paths.project(projectId)) }}
    >
      <Card>
        <LoginForm project={projectId} />
      </Card>
    </Page>
  );
}

function LoginForm({ project }: { project: ProjectId }) {
  const form = useForm({
    initial: { userId: "", password: "" },
    schema: attendantLoginSchema,
    required: { fields: ["userId", "password"], text: texts.login.missing },
    onSubmit: (credentials) => logIn({ ...credentials, project }),
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
        label={texts.login.userId}
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
        required
        maxLength={PASSWORD_LENGTH.max}
        reveal={{ show: texts.login.showPassword, hide: texts.login.hidePassword }}
      />
    </Form>
  );
}

/** Checks the credentials and opens the session, which takes the screen on. @throws DataError when they cannot be checked. */
async function logIn(credentials: { userId: string; password: string; project: ProjectId }): Promise<void> {
  const signIn = await getSignIn();
  const person = await signIn.attendant(credentials);
  if (person === null) {
    toast.error(texts.login.wrong);
    return;
  }
  toast.success(texts.login.success);
  await new Promise((resolve) => setTimeout(resolve, REDIRECT_AFTER_LOGIN_MS));
  openSession("attendant", { ...person, project: credentials.project });
}
