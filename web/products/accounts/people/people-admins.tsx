import type { ReactNode } from "react";
import { useSearchParams } from "react-router";
import { PROTECTED_ADMIN_ID } from "#contract/projects.ts";
import { useAccount } from "#session/account/account-role.ts";
import { PEOPLE_OF, type PeopleAdmin } from "#session/account/people-link.tsx";
import { useAdminWatch } from "#session/account/use-account-watch.ts";
import { RequireSession } from "#session/guard.tsx";
import { loginLanguageOf } from "#session/logins/deactivated.ts";
import { languageOf } from "#session/account/screen-language.ts";
import { paths } from "#shared/paths.ts";
import type { Language } from "#shared/ui/language.ts";
import { Page } from "#shared/ui/page.tsx";
import { RequireAdmin } from "../parts/require-admin.tsx";
import { placesOf } from "../rules/places.ts";
import { peopleTexts } from "./people-texts.ts";

/** The admin of the list of people: the ID or address, and for people with an ID the kind and the project. */
type Admin = {
  actingAs: string;
  kind: PeopleAdmin | undefined;
  project: string | undefined;
  /** Whether this is the protected admin, who serves every site. */
  isProtected: boolean;
};

type Props = {
  page: {
    title: (lang: Language) => string;
    /** The way back; without it to the admin's home. */
    back?: string;
  };
  children: (admin: Admin) => ReactNode;
};

/** Keeps a page of people for their admins. The address names the admin's kind and project; else the admin is the e-mail account. */
export function PeopleAdmins({ page: { title, back }, children }: Props) {
  const [query] = useSearchParams();
  const kind = (Object.keys(PEOPLE_OF) as PeopleAdmin[]).find((known) => known === query.get("as"));
  const ofAccount = useAccount();
  if (kind === undefined) {
    const page = { title: title("en"), lang: "en", width: "wide", back: { to: back ?? paths.landing() } } as const;
    const actingAs = ofAccount.status === "signed-in" ? ofAccount.email : "";
    return (
      <RequireAdmin page={() => page}>
        {children({ actingAs, kind, project: undefined, isProtected: false })}
      </RequireAdmin>
    );
  }
  const project = query.get("project") ?? undefined;
  const { home, login } = placesOf(kind, project);
  const lang = languageOf(kind);
  return (
    <RequireSession {...{ kind, project, login }} message={peopleTexts[loginLanguageOf(kind)].loginRequired}>
      {({ userId, project: own }, logOut) => (
        <Page title={title(lang)} lang={lang} width="wide" back={{ to: back ?? home }}>
          {kind === "admin" && userId !== PROTECTED_ADMIN_ID && (
            <AdminWatch userId={userId} project={own ?? project ?? ""} onGone={(reason) => logOut(login, reason)} />
          )}
          {children({
            actingAs: userId,
            kind,
            project,
            isProtected: kind === "admin" && userId === PROTECTED_ADMIN_ID,
          })}
        </Page>
      )}
    </RequireSession>
  );
}

/** Ends the session of a site's admin who is removed or deactivated. */
function AdminWatch(props: { userId: string; project: string; onGone: (reason: string) => void }) {
  useAdminWatch(props.project, props.userId, props.onGone);
  return null;
}
