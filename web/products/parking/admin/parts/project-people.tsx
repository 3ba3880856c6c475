import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { type ProjectPerson, projectAttendantQueries } from "#data/project_attendants/queries.ts";
import { useRemoveOperator } from "#session/staff/staff.ts";
import type { Session } from "#session/store.ts";
import { accountOf, StoredPassword } from "#session/passwords/stored-password.tsx";
import { confirm } from "#shared/feedback/confirm.ts";
import { toast } from "#shared/feedback/toast.ts";
import { SkeletonList } from "#shared/ui/skeleton.tsx";
import { StateView } from "#shared/ui/state-view.tsx";
import { adminTexts } from "../admin-texts.ts";
import { focusAfterRemoval } from "./account-panel.tsx";
import { AccountFacts, AccountRow } from "./account-row.tsx";
import { ReadablePassword } from "./readable-password.tsx";

const texts = adminTexts.accounts;

/** The project's own people, whom no admin added under "Hantera konton": they log in here too (decisions §3). */
export function ProjectPeople({ project, session }: { project: string; session: Session }) {
  const title = useId();
  const query = useQuery(projectAttendantQueries.ofProject(project));
  const remove = useRemoveOperator();

  async function handleRemove(person: ProjectPerson) {
    const isSure = await confirm({
      title: texts.confirmTitle(person.user_id),
      description: texts.confirmAttendant,
      confirmText: texts.remove,
      cancelText: adminTexts.cancel,
      danger: true,
    });
    if (!isSure) return;
    const { id, account_id: accountId, user_id: userId, discord_username: discordUsername } = person;
    try {
      await remove.mutateAsync({ id, accountId, project, userId, discordUsername, deletedBy: session.userId });
      toast.success(texts.attendantRemoved);
    } catch {
      toast.error(texts.attendantRemoveFailed);
      void query.refetch();
    }
    focusAfterRemoval();
  }

  return (
    <StateView query={query} loading={<SkeletonList rows={1} />} failed={texts.projectPeopleFailed} empty={null}>
      {(people) => (
        <section aria-labelledby={title} className="mt-6">
          <h2 id={title} className="text-xl font-bold">
            {texts.projectPeople}
          </h2>
          <p className="mb-3 text-ink-soft">{texts.projectPeopleNote}</p>
          <ul aria-labelledby={title} className="grid gap-2">
            {people.map((person) => (
              <li key={person.id}>
                <AccountRow
                  userId={person.user_id}
                  facts={<AccountFacts account={person} />}
                  password={
                    <StoredPassword
                      name={person.user_id}
                      account={accountOf(person.account_id)}
                      password={person.password}
                      lang="sv"
                    >
                      {(password) => <ReadablePassword project={project} userId={person.user_id} password={password} />}
                    </StoredPassword>
                  }
                  isRemoving={remove.isPending && remove.variables.id === person.id}
                  onRemove={() => void handleRemove(person)}
                />
              </li>
            ))}
          </ul>
        </section>
      )}
    </StateView>
  );
}
