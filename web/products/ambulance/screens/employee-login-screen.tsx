import { useEffect } from "react";
import { Navigate, useNavigate } from "react-router";
import { ASE_EMPLOYEE_MAX } from "#contract/limits.ts";
import { AMBULANCE_PATH } from "#contract/projects.ts";
import { LoginForm, type LoginCredentials } from "#session/logins/login-form.tsx";
import { LoginReason } from "#session/logins/login-reason.tsx";
import { LoginRefused } from "#session/logins/sign-in.ts";
import { doEmployeesHavePasswords, getSignIn } from "#session/profile/profile.ts";
import { openSession } from "#session/store.ts";
import { useSession } from "#session/use-session.ts";
import { toast } from "#shared/feedback/toast.ts";
import { Form, SubmitButton } from "#shared/form/form.tsx";
import { TextField } from "#shared/form/text-field.tsx";
import { useForm } from "#shared/form/use-form.ts";
import { afterPaint } from "#shared/after-paint.ts";
import { paths } from "#shared/paths.ts";
import { Card } from "#shared/ui/card.tsx";
import { Page } from "#shared/ui/page.tsx";
import { useEarlyPress } from "#shared/use-early-press.ts";
import { employeeLoginSchema, employeePasswordLoginSchema } from "../rules/schemas.ts";
import { texts } from "../texts.ts";

const labels = texts.employeeLogin;

/**
 * The login of the ambulance service's employees, by ID alone or with a password (decisions §4). An employee who is logged in already goes
 * on (document 2 §2, §6).
 */
export function EmployeeLoginScreen() {
  const navigate = useNavigate();
  const session = useSession("ase-employee", AMBULANCE_PATH);
  const isOut = session === null;
  // A login that ended while no page was open left what its device kept.
  useEffect(() => (isOut ? afterPaint(forgetEmployees) : undefined), [isOut]);
  if (!isOut) return <Navigate to={paths.ambulanceEmployeeDashboard()} replace />;
  return (
    <Page
      title={labels.title}
      description={doEmployeesHavePasswords ? labels.passwordIntroduction : labels.introduction}
      lang="en"
      width="narrow"
      back={{ onClick: () => void navigate(paths.ambulance()) }}
    >
      <Card>{doEmployeesHavePasswords ? <PasswordLogin /> : <IdLogin />}</Card>
    </Page>
  );
}

const forgetEmployees = () =>
  void import("../parts/forget-employees.ts").then((parts) => parts.forgetEmployees()).catch(() => undefined);

function PasswordLogin() {
  return (
    <LoginForm
      labels={{ ...labels, userId: labels.employeeId }}
      schema={employeePasswordLoginSchema}
      missing={labels.bothMissing}
      onLogIn={(credentials) => logIn(credentials, labels.pairWrong)}
      failed={() => labels.failed}
    />
  );
}

function IdLogin() {
  useEarlyPress();
  const form = useForm({
    initial: { userId: "" },
    schema: employeeLoginSchema,
    onSubmit: ({ userId }) => logIn({ userId, password: "" }, labels.wrong),
    failed: (error) => ({ text: error instanceof LoginRefused ? error.message : labels.failed, at: "both" }),
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
        label={labels.employeeId}
        {...form.field("userId")}
        required
        maxLength={ASE_EMPLOYEE_MAX.id}
        autoComplete="username"
        autoCapitalize="characters"
        autoCorrect="off"
        spellCheck={false}
      />
      <LoginReason />
    </Form>
  );
}

/** Opens the session, and the screen goes on by itself. @throws LoginRefused, or DataError when the credentials cannot be checked. */
async function logIn(credentials: LoginCredentials, wrong: string): Promise<void> {
  const signIn = await getSignIn();
  const person = await signIn.aseEmployee(credentials);
  if (person === null) throw new LoginRefused(wrong);
  openSession("ase-employee", { ...person, project: AMBULANCE_PATH });
  toast.success(labels.success);
}
