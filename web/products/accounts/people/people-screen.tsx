import { COMPANY_CODE } from "#contract/projects.ts";
import { SESSION_KINDS } from "#contract/states.ts";
import { PEOPLE_OF } from "#session/account/people-link.tsx";
import { areLoginsApart } from "#session/profile/profile.ts";
import { PeopleAdmins } from "./people-admins.tsx";
import { People } from "./people.tsx";
import { peopleTexts } from "./people-texts.ts";

const ACCOUNTS = ["account-admin", "agent", "customer", "member"];

/** One list of all people for each admin, each his own (document 5 §8). The address names the admin's kind; else it is the e-mail account. */
export function PeopleScreen() {
  return (
    <PeopleAdmins page={{ title: (lang) => peopleTexts[lang].title }}>
      {({ actingAs, kind, project, isProtected }) => {
        if (kind === undefined) return <People actingAs={actingAs} kinds={ACCOUNTS} hasSites={false} />;
        const isMain = kind === "main-admin";
        const choosesSite = isMain || isProtected || project === COMPANY_CODE;
        const invitable = isMain ? SESSION_KINDS : PEOPLE_OF[kind];
        return (
          <People
            actingAs={actingAs}
            kinds={isMain ? Object.keys(peopleTexts.sv.kinds) : PEOPLE_OF[kind]}
            hasSites={isMain}
            inviting={
              areLoginsApart
                ? { kinds: invitable, site: project === COMPANY_CODE ? null : (project ?? null), choosesSite }
                : undefined
            }
          />
        );
      }}
    </PeopleAdmins>
  );
}
