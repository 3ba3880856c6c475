import { useInfiniteQuery } from "@tanstack/react-query";
import { type Attendant, attendantQueries } from "#data/attendants/queries.ts";
import { useAddAttendant, useRemoveAttendant } from "#session/staff/staff.ts";
import type { Session } from "#session/store.ts";
import { accountOf, StoredPassword } from "#session/passwords/stored-password.tsx";
import { confirm } from "#shared/feedback/confirm.ts";
import { toast } from "#shared/feedback/toast.ts";
import { PagedList } from "#shared/ui/paged-list.tsx";
import { adminTexts } from "../admin-texts.ts";
import { AttendantForm } from "./account-form.tsx";
import { AccountPanel, focusAfterRemoval, ROW_HEIGHT } from "./account-panel.tsx";
import { AccountFacts, AccountRow } from "./account-row.tsx";
import { AttendantRemovals } from "./attendant-removals.tsx";
import { ProjectPeople } from "./project-people.tsx";
import { ReadablePassword } from "./readable-password.tsx";

const texts = adminTexts.accounts;
const keyOf = (attendant: Attendant) => attendant.id;

/** The attendants of a site, whom its admins added and whom the project had: add, list, remove, and who was removed by whom (document 1 §6, §7). */
export function Attendants({ project, session }: { project: string; session: Session }) {
  const query = useInfiniteQuery({ ...attendantQueries.list(project), select: ({ pages }) => pages.flat() });
  const insert = useAddAttendant();
  const remove = useRemoveAttendant();

  async function handleRemove(attendant: Attendant) {
    const isSure = await confirm({
      title: texts.confirmTitle(attendant.user_id),
      description: texts.confirmAttendant,
      confirmText: texts.remove,
      cancelText: adminTexts.cancel,
      danger: true,
    });
    if (!isSure) return;
    try {
      await remove.mutateAsync({ attendant, deletedBy: session.userId });
      toast.success(texts.attendantRemoved);
    } catch {
      toast.error(texts.attendantRemoveFailed);
      void query.refetch();
    }
    focusAfterRemoval();
  }

  return (
    <>
      <AccountPanel
        form={
          <AttendantForm
            onAdd={({ userId, password, discord }) =>
              insert.mutateAsync({ project_id: project, user_id: userId, password, discord_username: discord })
            }
          />
        }
      >
        <PagedList
          query={query}
          getKey={keyOf}
          renderItem={(attendant) => (
            <AccountRow
              userId={attendant.user_id}
              facts={<AccountFacts account={attendant} />}
              password={
                <StoredPassword
                  name={attendant.user_id}
                  account={accountOf(attendant.account_id)}
                  password={attendant.password}
                  lang="sv"
                >
                  {(password) => <ReadablePassword project={project} userId={attendant.user_id} password={password} />}
                </StoredPassword>
              }
              isRemoving={remove.isPending && remove.variables.attendant.id === attendant.id}
              onRemove={() => void handleRemove(attendant)}
            />
          )}
          label={texts.attendantList}
          failed={texts.attendantsFailed}
          none={texts.noAttendants}
          estimateHeight={ROW_HEIGHT}
          gap={8}
        />
        <ProjectPeople project={project} session={session} />
      </AccountPanel>
      <AttendantRemovals project={project} />
    </>
  );
}
