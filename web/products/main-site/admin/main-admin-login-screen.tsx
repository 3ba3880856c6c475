import { Navigate, useNavigate } from "react-router";
import { LoginForm } from "#session/logins/login-form.tsx";
import { LoginRefused } from "#session/logins/sign-in.ts";
import { getSignIn } from "#session/profile/profile.ts";
import { openSession } from "#session/store.ts";
import { useSession } from "#session/use-session.ts";
import { toast } from "#shared/feedback/toast.ts";
import { paths } from "#shared/paths.ts";
import { Card } from "#shared/ui/card.tsx";
import { Page } from "#shared/ui/page.tsx";
import { adminTexts } from "./admin-texts.ts";
import { mainAdminLoginSchema } from "./login-schema.ts";

const texts = adminTexts.login;

/** The login of the main-site admin; an admin who is logged in already goes on to the dashboard (document 1 §2). */
export function MainAdminLoginScreen() {
  const navigate = useNavigate();
  const session = useSession("main-admin", undefined);
  if (session !== null) return <Navigate to={paths.mainAdminDashboard()} replace />;
  return (
    <Page title={texts.title} width="narrow" back={{ onClick: () => void navigate(paths.landing()) }}>
      <Card>
        <LoginForm
          labels={texts}
          schema={mainAdminLoginSchema}
          missing={texts.missing}
          onLogIn={logIn}
          failed={() => texts.failed}
        />
      </Card>
    </Page>
  );
}

/** Checks the credentials and opens the session; the screen then goes on by itself. @throws DataError when they cannot be checked. */
async function logIn(credentials: { userId: string; password: string }): Promise<void> {
  const signIn = await getSignIn();
  const person = await signIn.mainAdmin(credentials);
  if (person === null) throw new LoginRefused(texts.wrong);
  toast.success(texts.success);
  openSession("main-admin", person);
}
