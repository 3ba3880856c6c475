import { Navigate, useNavigate } from "react-router";
import { DISPATCH_PROJECT } from "#contract/projects.ts";
import { DataError } from "#data/data-error.ts";
import { logActivity } from "#data/web_activity_logs/mutations.ts";
import { actingOf } from "#session/acting.ts";
import { LoginForm } from "#session/logins/login-form.tsx";
import { LoginRefused } from "#session/logins/sign-in.ts";
import { getSignIn } from "#session/profile/profile.ts";
import { openSession } from "#session/store.ts";
import { useSession } from "#session/use-session.ts";
import { toast } from "#shared/feedback/toast.ts";
import { paths } from "#shared/paths.ts";
import { Card } from "#shared/ui/card.tsx";
import { Page } from "#shared/ui/page.tsx";
import { texts } from "../texts.ts";

const labels = texts.operatorLogin;

/**
 * The login of the dispatch operators; an operator who is logged in already goes on to the dispatch centre (document 2 §2, decisions §3).
 */
export function OperatorLoginScreen() {
  const navigate = useNavigate();
  const session = useSession("operator", DISPATCH_PROJECT);
  if (session !== null) return <Navigate to={paths.dispatch()} replace />;
  return (
    <Page title={labels.title} width="narrow" back={{ onClick: () => void navigate(paths.landing()) }}>
      <Card>
        <LoginForm
          labels={labels}
          missing={labels.missing}
          onLogIn={logIn}
          failed={(error) =>
            error instanceof DataError && error.code !== "network" ? labels.failed : labels.unexpected
          }
        />
      </Card>
    </Page>
  );
}

/**
 * Checks the credentials and opens the session; the screen then goes on by itself.
 * @throws LoginRefused, or DataError when they cannot be checked.
 */
async function logIn(credentials: { userId: string; password: string }): Promise<void> {
  const signIn = await getSignIn();
  const person = await signIn.operator(credentials);
  if (person === null) throw new LoginRefused(labels.wrong);
  const session = openSession("operator", { ...person, project: DISPATCH_PROJECT });
  toast.success(labels.welcome, { description: session.displayName });
  void logActivity(actingOf("operator", session, DISPATCH_PROJECT), {
    action: "login",
    pageUrl: paths.operatorLogin(),
  });
}
