import * as v from "valibot";
import { Navigate, useNavigate } from "react-router";
import { PASSWORD_LENGTH, USER_ID_LENGTH } from "#contract/limits.ts";
import { DISPATCH_PROJECT } from "#contract/projects.ts";
import { DataError } from "#data/data-error.ts";
import { logActivity } from "#data/web_activity_logs/mutations.ts";
import { getSignIn } from "#session/profile.ts";
import { openSession } from "#session/store.ts";
import { useSession } from "#session/use-session.ts";
import { toast } from "#shared/feedback/toast.ts";
import { Form, SubmitButton } from "#shared/form/form.tsx";
import { PasswordField } from "#shared/form/password-field.tsx";
import { TextField } from "#shared/form/text-field.tsx";
import { useForm } from "#shared/form/use-form.ts";
import { paths } from "#shared/paths.ts";
import { Card } from "#shared/ui/card.tsx";
import { Page } from "#shared/ui/page.tsx";
import { texts } from "../texts.ts";

const labels = texts.operatorLogin;

/** What an operator types; both fields must be filled, nothing else is asked of them (document 1 §5). */
const loginSchema = v.object({
  userId: v.pipe(v.string(), v.trim(), v.maxLength(USER_ID_LENGTH.max)),
  password: v.pipe(v.string(), v.maxLength(PASSWORD_LENGTH.max)),
});

/** Login of the dispatch operators; who is logged in already goes on to the dispatch centre (document 2 §2, decisions §3). */
export function OperatorLoginScreen() {
  const navigate = useNavigate();
  const session = useSession("operator", DISPATCH_PROJECT);
  if (session !== null) return <Navigate to={paths.dispatch()} replace />;
  return (
    <Page
      title={labels.title}
      width="narrow"
      back={{ label: labels.back, onClick: () => void navigate(paths.landing()) }}
    >
      <Card>
        <LoginForm />
      </Card>
    </Page>
  );
}

function LoginForm() {
  const form = useForm({
    initial: { userId: "", password: "" },
    schema: loginSchema,
    required: { fields: ["userId", "password"], text: labels.missing },
    onSubmit: logIn,
    failed: (error) => {
      const wasAnswered = error instanceof DataError && error.code !== "network";
      toast.error(wasAnswered ? labels.failed : labels.unexpected);
      return undefined;
    },
  });
  return (
    <Form
      form={form}
      actions={
        <SubmitButton form={form} wide>
          {labels.submit}
        </SubmitButton>
      }
    >
      <TextField
        label={labels.userId}
        {...form.field("userId")}
        required
        maxLength={USER_ID_LENGTH.max}
        autoComplete="username"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
      />
      <PasswordField
        label={labels.password}
        {...form.field("password")}
        required
        maxLength={PASSWORD_LENGTH.max}
        reveal={{ show: labels.showPassword, hide: labels.hidePassword }}
      />
    </Form>
  );
}

/** Checks the credentials and opens the session, which takes the screen on. @throws DataError when they cannot be checked. */
async function logIn(credentials: { userId: string; password: string }): Promise<void> {
  const signIn = await getSignIn();
  const person = await signIn.operator(credentials);
  if (person === null) {
    toast.error(labels.wrong);
    return;
  }
  const session = openSession("operator", { ...person, project: DISPATCH_PROJECT });
  toast.success(labels.welcome, { description: session.displayName });
  void logActivity({
    userId: person.userId,
    userType: "operator",
    action: "login",
    pageUrl: paths.operatorLogin(),
  });
}
