import { Navigate, useNavigate } from "react-router";
import { AMBULANCE_PATH } from "#contract/projects.ts";
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

const labels = texts.adminLogin;

/** The login of the ambulance service's admin; an admin who is logged in already goes on (document 2 §2). */
export function AdminLoginScreen() {
  const navigate = useNavigate();
  const session = useSession("ase-admin", AMBULANCE_PATH);
  if (session !== null) return <Navigate to={paths.ambulanceAdminDashboard()} replace />;
  return (
    <Page
      title={labels.title}
      description={labels.introduction}
      lang="en"
      width="narrow"
      back={{ onClick: () => void navigate(paths.ambulance()) }}
    >
      <Card>
        <LoginForm
          labels={{ ...labels, userId: labels.username }}
          missing={labels.missing}
          onLogIn={logIn}
          failed={() => labels.failed}
        />
      </Card>
    </Page>
  );
}

/** Opens the session, and the screen goes on by itself. @throws LoginRefused, or DataError when the credentials cannot be checked. */
async function logIn(credentials: { userId: string; password: string }): Promise<void> {
  const signIn = await getSignIn();
  const person = await signIn.aseAdmin(credentials);
  if (person === null) throw new LoginRefused(labels.wrong);
  openSession("ase-admin", { ...person, project: AMBULANCE_PATH });
  toast.success(labels.success);
}
