import { useLocation, useParams } from "react-router";
import { peopleQueries } from "#data/people/queries.ts";
import { useQuery } from "#data/use-query.ts";
import { PATTERNS } from "#shared/paths.ts";
import { useLanguage } from "#shared/ui/language.ts";
import { StateView } from "#shared/ui/state-view.tsx";
import { PeopleAdmins } from "./people-admins.tsx";
import { Person } from "./person.tsx";
import { personTexts } from "./person-texts.ts";

/** A person whom the admin manages: the last login, what may be done, and the changes (document 5 §8). */
export function PersonScreen() {
  const { kind = "", personId = "" } = useParams();
  const { search } = useLocation();
  return (
    <PeopleAdmins page={{ title: (lang) => personTexts[lang].title, back: `${PATTERNS.people}${search}` }}>
      {({ actingAs, kind: adminKind }) => (
        <FoundPerson {...{ actingAs, kind, id: personId }} makesLinks={adminKind !== undefined} />
      )}
    </PeopleAdmins>
  );
}

type Props = { actingAs: string; kind: string; id: string; makesLinks: boolean };

function FoundPerson({ actingAs, kind, id, makesLinks }: Props) {
  const texts = personTexts[useLanguage()];
  const query = useQuery(peopleQueries.one(actingAs, kind, id));
  return (
    <StateView query={query} failed={texts.loadFailed} empty={null}>
      {({ person, changes }) => <Person {...{ actingAs, person, changes, makesLinks }} />}
    </StateView>
  );
}
