import { useNavigate } from "react-router";
import { LoginReason } from "#session/logins/login-reason.tsx";
import { paths } from "#shared/paths.ts";
import { CardLink } from "#shared/ui/card-link.tsx";
import { Page } from "#shared/ui/page.tsx";
import { texts } from "../texts.ts";
import { AdminLoginDialog } from "./admin-login-dialog.tsx";

const labels = texts.choice;

/** The two ways into the dispatch project. The administrator's login opens as a dialog above them (document 2 §2). */
export function RoleChoice({ isLoggingIn }: { isLoggingIn: boolean }) {
  const navigate = useNavigate();
  return (
    <Page title={labels.title} description={labels.description} back={{ to: paths.landing() }}>
      <div className="grid gap-5">
        {!isLoggingIn && <LoginReason />}
        <nav aria-label={labels.choices}>
          <ul className="grid gap-4 sm:grid-cols-2">
            <li>
              <CardLink name={labels.operator} hint={labels.operatorHint} to={paths.dispatch("operator")} />
            </li>
            <li>
              <CardLink
                name={labels.administrator}
                hint={labels.administratorHint}
                to={paths.dispatch("administrator")}
              />
            </li>
          </ul>
        </nav>
      </div>
      <AdminLoginDialog open={isLoggingIn} onClose={() => void navigate(paths.dispatch(), { replace: true })} />
    </Page>
  );
}
