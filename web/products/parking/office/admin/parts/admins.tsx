import { PROTECTED_ADMIN_ID } from "#contract/projects.ts";
import { type AdminAccount, adminAccountQueries } from "#data/admin_accounts/queries.ts";
import { useInfiniteQuery } from "#data/use-infinite-query.ts";
import { defineAction } from "#session/actions/define-action.ts";
import { useAddAdmin, useRemoveAdmin } from "#session/staff/staff.ts";
import type { Session } from "#session/store.ts";
import { accountOf, StoredPassword } from "#session/passwords/stored-password.tsx";
import { toast } from "#shared/feedback/toast.ts";
import { formatDateTime } from "#shared/format/dates.ts";
import { PagedList } from "#shared/ui/paged-list.tsx";
import { mainIfFocusLost } from "#shared/ui/main-if-focus-lost.ts";
import { adminTexts } from "../admin-texts.ts";
import { AdminForm } from "./account-form.tsx";
import { AccountPanel, ROW_HEIGHT } from "./account-panel.tsx";
import { AccountRow, EverywhereNote, RenamedNote } from "./account-row.tsx";
import { ReadablePassword } from "./readable-password.tsx";

const texts = adminTexts.accounts;
const keyOf = (account: AdminAccount) => account.id;

const isProtected = (userId: string) => userId.toLowerCase() === PROTECTED_ADMIN_ID;
const refuse = (userId: string) => toast.error(texts.protectedRefusal(userId));

const useAdd = defineAction({
  mutation: useAddAdmin,
  done: () => texts.adminAdded,
  failed: () => texts.adminAddFailed,
});

const useRemove = defineAction({
  mutation: useRemoveAdmin,
  thing: ({ id }) => id,
  ask: ({ user_id: userId, removedBy }) => ({
    title: texts.confirmTitle(userId),
    description: userId === removedBy ? `${texts.confirmOwn} ${texts.confirmAdmin}` : texts.confirmAdmin,
    confirmText: texts.remove,
    danger: true,
  }),
  done: () => texts.adminRemoved,
  failed: () => texts.adminRemoveFailed,
});

/** The site's admins: add, list and remove. The protected account stands first and cannot be removed (document 1 §6). */
export function Admins({ project, session }: { project: string; session: Session }) {
  const query = useInfiniteQuery({ ...adminAccountQueries.list(project), select: ({ pages }) => pages.flat() });
  const add = useAdd();
  const remove = useRemove({ focus: mainIfFocusLost });

  function handleRemove({ id, account_id, user_id }: AdminAccount) {
    if (isProtected(user_id)) refuse(user_id);
    else void remove.run({ id, account_id, user_id, removedBy: session.userId });
  }

  return (
    <AccountPanel
      form={
        <AdminForm
          failed={add.failed}
          onAdd={(admin) => add.submit({ ...admin, project_id: project, created_by: session.userId })}
        />
      }
    >
      <div className="mb-2">
        <AccountRow userId={PROTECTED_ADMIN_ID} isProtected onRemove={() => refuse(PROTECTED_ADMIN_ID)} />
      </div>
      <PagedList
        query={query}
        getKey={keyOf}
        renderItem={(account) => (
          <AccountRow
            userId={account.user_id}
            facts={
              <>
                <p className="wrap-anywhere">{addedText(account)}</p>
                <EverywhereNote project={account.project_id} />
                <RenamedNote before={account.renamed_from} />
              </>
            }
            password={
              <StoredPassword
                name={account.user_id}
                account={accountOf(account.account_id)}
                password={account.password}
              >
                {(password) => <ReadablePassword project={project} userId={account.user_id} password={password} />}
              </StoredPassword>
            }
            isProtected={isProtected(account.user_id)}
            isRemoving={remove.isPending(account.id)}
            onRemove={() => handleRemove(account)}
          />
        )}
        label={texts.adminList}
        failed={texts.adminsFailed}
        none={<p className="text-ink-soft">{texts.noAdmins}</p>}
        estimateHeight={ROW_HEIGHT}
        gap={8}
      />
    </AccountPanel>
  );
}

function addedText({ created_at: createdAt, created_by: by }: AdminAccount): string {
  const moment = formatDateTime(createdAt);
  return by === null || by === "" ? texts.added(moment) : texts.addedBy(moment, by);
}
