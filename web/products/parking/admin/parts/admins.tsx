import { useInfiniteQuery } from "@tanstack/react-query";
import { PROTECTED_ADMIN_ID } from "#contract/projects.ts";
import { type AdminAccount, adminAccountQueries } from "#data/admin_accounts/queries.ts";
import { useAddAdmin, useRemoveAdmin } from "#session/staff/staff.ts";
import type { Session } from "#session/store.ts";
import { accountOf, StoredPassword } from "#session/passwords/stored-password.tsx";
import { confirm } from "#shared/feedback/confirm.ts";
import { toast } from "#shared/feedback/toast.ts";
import { formatDateTime } from "#shared/format/dates.ts";
import { PagedList } from "#shared/ui/paged-list.tsx";
import { adminTexts } from "../admin-texts.ts";
import { AdminForm } from "./account-form.tsx";
import { AccountPanel, focusAfterRemoval, ROW_HEIGHT } from "./account-panel.tsx";
import { AccountRow, RenamedNote } from "./account-row.tsx";
import { ReadablePassword } from "./readable-password.tsx";

const texts = adminTexts.accounts;
const keyOf = (account: AdminAccount) => account.id;

const isProtected = (userId: string) => userId.toLowerCase() === PROTECTED_ADMIN_ID;
const refuse = (userId: string) => toast.error(texts.protectedRefusal(userId));

/** The site's admins: add, list, remove; the protected account stands first and stays (document 1 §6). */
export function Admins({ project, session }: { project: string; session: Session }) {
  const query = useInfiniteQuery({ ...adminAccountQueries.list(project), select: ({ pages }) => pages.flat() });
  const insert = useAddAdmin();
  const remove = useRemoveAdmin();

  async function handleRemove(account: AdminAccount) {
    const userId = account.user_id;
    if (isProtected(userId)) {
      refuse(userId);
      return;
    }
    const isOwn = userId === session.userId;
    const isSure = await confirm({
      title: texts.confirmTitle(userId),
      description: isOwn ? `${texts.confirmOwn} ${texts.confirmAdmin}` : texts.confirmAdmin,
      confirmText: texts.remove,
      cancelText: adminTexts.cancel,
      danger: true,
    });
    if (!isSure) return;
    try {
      await remove.mutateAsync(account);
      toast.success(texts.adminRemoved);
    } catch {
      toast.error(texts.adminRemoveFailed);
      void query.refetch();
    }
    focusAfterRemoval();
  }

  return (
    <AccountPanel
      form={
        <AdminForm
          onAdd={({ userId, password }) =>
            insert.mutateAsync({ project_id: project, user_id: userId, password, created_by: session.userId })
          }
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
                <RenamedNote before={account.renamed_from} />
              </>
            }
            password={
              <StoredPassword
                name={account.user_id}
                account={accountOf(account.account_id)}
                password={account.password}
                lang="sv"
              >
                {(password) => <ReadablePassword project={project} userId={account.user_id} password={password} />}
              </StoredPassword>
            }
            isProtected={isProtected(account.user_id)}
            isRemoving={remove.isPending && remove.variables.id === account.id}
            onRemove={() => void handleRemove(account)}
          />
        )}
        label={texts.adminList}
        failed={texts.adminsFailed}
        none={texts.noAdmins}
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
