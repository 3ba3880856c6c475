import { Navigate, useLocation, useNavigate, useParams } from "react-router";
import { COMPANY_CODE } from "#contract/projects.ts";
import { useSite } from "#data/main_page_sites/use-site.ts";
import { getSignIn } from "#session/profile/profile.ts";
import { openSession } from "#session/store.ts";
import { useSession } from "#session/use-session.ts";
import { paths } from "#shared/paths.ts";
import { useIsAlive } from "#shared/use-is-alive.ts";
import { Card } from "#shared/ui/card.tsx";
import { NotFound } from "#shared/ui/not-found.tsx";
import { Page } from "#shared/ui/page.tsx";
import { loginTexts } from "#parking/kernel/login/login-texts.ts";
import { ParkingLoginForm } from "#parking/kernel/login/login-form.tsx";
import { adminLoginSchema } from "#parking/kernel/login/login-schema.ts";

/** The login of a site's admins; an admin who is logged in already goes on to the dashboard (document 1 §2). */
export function CustomerAdminLoginScreen() {
  const { projectId: project = "" } = useParams();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const isCompany = project === COMPANY_CODE;
  const site = useSite(isCompany ? undefined : project);
  // The name of the site is added only once the page is alive. The page is prerendered for all codes, and a text that differs from the
  // prerendered one would make React draw the form anew, without the values that somebody has typed.
  const isAlive = useIsAlive();
  const session = useSession("admin", project);
  if (session !== null) return <Navigate to={paths.customerAdminDashboard(project)} replace />;
  if (site.isMissing) return <NotFound pathname={pathname} />;
  return (
    <Page
      title={loginTexts.admin.title}
      description={!isAlive ? "\u00A0" : isCompany ? loginTexts.company : site.isPending ? "\u00A0" : site.name}
      width="narrow"
      back={{ onClick: () => void navigate(isCompany ? paths.landing() : paths.project(project)) }}
    >
      <Card>
        <ParkingLoginForm
          texts={loginTexts.admin}
          schema={adminLoginSchema}
          check={async (credentials) => (await getSignIn()).admin({ ...credentials, project })}
          onLoggedIn={(person) => openSession("admin", { ...person, project })}
        />
      </Card>
    </Page>
  );
}
