import { type Attendant, attendantQueries } from "#data/attendants/queries.ts";
import { useInfiniteQuery } from "#data/use-infinite-query.ts";
import { defineAction } from "#session/actions/define-action.ts";
import { useAddAttendant, useRemoveAttendant } from "#session/staff/staff.ts";
import type { Session } from "#session/store.ts";
import { PagedList } from "#shared/ui/paged-list.tsx";
import { mainIfFocusLost } from "#shared/ui/main-if-focus-lost.ts";
import { adminTexts } from "../admin-texts.ts";
import { AttendantForm } from "./account-form.tsx";
import { AccountPanel, ROW_HEIGHT } from "./account-panel.tsx";
import { AttendantRemovals } from "./attendant-removals.tsx";
import { AttendantRow, defineAttendantRemoval } from "./attendant-row.tsx";
import { ProjectPeople } from "./project-people.tsx";
import { UnusedNumbers } from "./unused-numbers.tsx";

const texts = adminTexts.accounts;
const keyOf = (attendant: Attendant) => attendant.id;

const useAdd = defineAction({
  mutation: useAddAttendant,
  done: () => texts.attendantAdded,
  failed: () => texts.attendantAddFailed,
});

const useRemove = defineAttendantRemoval(useRemoveAttendant, ({ attendant }) => ({
  id: attendant.id,
  userId: attendant.user_id,
}));

/** The attendants of a site, added by admins or the project's own: add, list, remove, and the log of removals (document 1 §6, §7). */
export function Attendants({ project, session }: { project: string; session: Session }) {
  const query = useInfiniteQuery({ ...attendantQueries.list(project), select: ({ pages }) => pages.flat() });
  const add = useAdd();
  const remove = useRemove({ focus: mainIfFocusLost });
  return (
    <>
      <AccountPanel
        form={
          <AttendantForm failed={add.failed} onAdd={(attendant) => add.submit({ ...attendant, project_id: project })} />
        }
      >
        <PagedList
          query={query}
          getKey={keyOf}
          renderItem={(attendant) => (
            <AttendantRow
              project={project}
              person={attendant}
              isRemoving={remove.isPending(attendant.id)}
              onRemove={() => void remove.run({ attendant, deletedBy: session.userId })}
            />
          )}
          label={texts.attendantList}
          failed={texts.attendantsFailed}
          none={<p className="text-ink-soft">{texts.noAttendants}</p>}
          estimateHeight={ROW_HEIGHT}
          gap={8}
        />
        <div className="comes-after">
          <ProjectPeople project={project} session={session} />
        </div>
      </AccountPanel>
      <AttendantRemovals project={project} />
      <UnusedNumbers project={project} />
    </>
  );
}
