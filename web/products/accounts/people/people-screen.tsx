import { useSearchParams } from "react-router";
import { useAccount } from "#session/account/account-role.ts";
import { PEOPLE_OF, type PeopleAdmin } from "#session/account/people-link.tsx";
import { RequireSession } from "#session/guard.tsx";
import { loginLanguageOf } from "#session/logins/deactivated.ts";
import { paths } from "#shared/paths.ts";
import { Page } from "#shared/ui/page.tsx";
import { RequireAdmin } from "../parts/require-admin.tsx";
import { languageOf, placesOf } from "../rules/places.ts";
import { People } from "./people.tsx";
import { peopleTexts } from "./people-texts.ts";

const ACCOUNTS = ["account-admin", "agent", "customer", "member"];

/** One list of all people for each admin, each his own (document 5 §8). The address names the admin's kind; else it is the e-mail account. */
export function PeopleScreen() {
  const [query] = useSearchParams();
  const kind = (Object.keys(PEOPLE_OF) as PeopleAdmin[]).find((known) => known === query.get("as"));
  if (kind === undefined) return <OfAccountAdmin />;
  const project = query.get("project") ?? undefined;
  const { home, login } = placesOf(kind, project);
  const lang = languageOf(kind);
  const isMain = kind === "main-admin";
  return (
    <RequireSession {...{ kind, project, login }} message={peopleTexts[loginLanguageOf(kind)].loginRequired}>
      {({ userId }) => (
        <Page title={peopleTexts[lang].title} lang={lang} width="wide" back={{ to: home }}>
          <People
            actingAs={userId}
            kinds={isMain ? Object.keys(peopleTexts.sv.kinds) : PEOPLE_OF[kind]}
            hasSites={isMain}
          />
        </Page>
      )}
    </RequireSession>
  );
}

function OfAccountAdmin() {
  const account = useAccount();
  const page = { title: peopleTexts.en.title, lang: "en", width: "wide", back: { to: paths.landing() } } as const;
  return (
    <RequireAdmin page={() => page}>
      <People actingAs={account.status === "signed-in" ? account.email : ""} kinds={ACCOUNTS} hasSites={false} />
    </RequireAdmin>
  );
}
