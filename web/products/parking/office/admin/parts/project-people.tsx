import { useId } from "react";
import { type ProjectPerson, projectAttendantQueries } from "#data/project_attendants/queries.ts";
import { useQuery } from "#data/use-query.ts";
import { useRemoveOperator } from "#session/staff/staff.ts";
import type { Session } from "#session/store.ts";
import { StateView } from "#shared/ui/state-view.tsx";
import { mainIfFocusLost } from "#shared/ui/main-if-focus-lost.ts";
import { adminTexts } from "../admin-texts.ts";
import { AttendantRow, defineAttendantRemoval } from "./attendant-row.tsx";

const texts = adminTexts.accounts;

const useRemove = defineAttendantRemoval(useRemoveOperator, (person) => person);

/** The project's own people, who were not added under "Hantera konton"; they log in here too (decisions §3). */
export function ProjectPeople({ project, session }: { project: string; session: Session }) {
  const title = useId();
  const query = useQuery(projectAttendantQueries.ofProject(project));
  const remove = useRemove({ focus: mainIfFocusLost });

  function handleRemove({ id, ...person }: ProjectPerson) {
    const { account_id: accountId, user_id: userId, discord_username: discordUsername } = person;
    void remove.run({ id, accountId, project, userId, discordUsername, deletedBy: session.userId });
  }

  return (
    <StateView query={query} loading={1} failed={texts.projectPeopleFailed} empty={null}>
      {(people) => (
        <section aria-labelledby={title} className="mt-6">
          <h2 id={title} className="text-xl font-bold">
            {texts.projectPeople}
          </h2>
          <p className="mb-3 text-ink-soft">{texts.projectPeopleNote}</p>
          <ul aria-labelledby={title} className="grid gap-2">
            {people.map((person) => (
              <li key={person.id}>
                <AttendantRow
                  project={project}
                  person={person}
                  isRemoving={remove.isPending(person.id)}
                  onRemove={() => handleRemove(person)}
                />
              </li>
            ))}
          </ul>
        </section>
      )}
    </StateView>
  );
}
