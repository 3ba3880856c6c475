import { useState } from "react";
import { Navigate, useLocation, useNavigate, useParams } from "react-router";
import { useSite } from "#data/main_page_sites/use-site.ts";
import { getSignIn } from "#session/profile/profile.ts";
import { openSession } from "#session/store.ts";
import { useSession } from "#session/use-session.ts";
import { useFetchAhead } from "#shared/fetch-ahead.ts";
import { paths } from "#shared/paths.ts";
import { Card } from "#shared/ui/card.tsx";
import { NotFound } from "#shared/ui/not-found.tsx";
import { Page } from "#shared/ui/page.tsx";
import { JUST_LOGGED_IN } from "../device/login-told.tsx";
import { ParkingLoginForm } from "#parking/kernel/login/login-form.tsx";
import { attendantLoginSchema } from "#parking/kernel/login/login-schema.ts";
import { loginTexts } from "#parking/kernel/login/login-texts.ts";

/** The list itself shows that the login succeeded (`LoginTold`). */
const TEXTS = { ...loginTexts.attendant, success: undefined };

const NEXT_SCREENS = [() => import("../list/attendant-dashboard-screen.tsx")];

/** The login of a project's attendants; an attendant who is logged in already goes on to the dashboard (document 1 §2). */
export function AttendantLoginScreen() {
  const { projectId: project } = useParams();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const site = useSite(project);
  const session = useSession("attendant", project);
  const [isNew, setIsNew] = useState(false);
  useFetchAhead(NEXT_SCREENS);
  if (session !== null) {
    return <Navigate to={paths.attendantDashboard(project)} replace state={isNew ? JUST_LOGGED_IN : null} />;
  }
  if (site.isMissing) return <NotFound pathname={pathname} />;
  return (
    <Page
      title={loginTexts.attendant.title}
      description={site.isPending ? "\u00A0" : site.name}
      width="narrow"
      back={{ onClick: () => void navigate(paths.project(project)) }}
    >
      <Card>
        <ParkingLoginForm
          texts={TEXTS}
          schema={attendantLoginSchema}
          check={async (credentials) => {
            const person = await (await getSignIn()).attendant({ ...credentials, project });
            setIsNew(person !== null);
            return person;
          }}
          onLoggedIn={(person) => openSession("attendant", { ...person, project })}
        />
      </Card>
    </Page>
  );
}
