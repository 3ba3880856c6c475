import { useId, useRef } from "react";
import { SUPER_ADMIN_EMAIL } from "#contract/projects.ts";
import { type Credential, credentialQueries } from "#data/admin_user_credentials/queries.ts";
import { useInfiniteQuery } from "#data/use-infinite-query.ts";
import { defineAction } from "#session/actions/define-action.ts";
import { useRemoveEmailAccount } from "#session/staff/staff.ts";
import { StoredPassword } from "#session/passwords/stored-password.tsx";
import { formatDateTime } from "#shared/format/dates.ts";
import { Address } from "#shared/ui/address.tsx";
import { RemoveButton } from "#shared/ui/remove-button.tsx";
import { Card, CardHeader } from "#shared/ui/card.tsx";
import { PagedList } from "#shared/ui/paged-list.tsx";
import { adminTexts } from "../admin-texts.ts";
import { EmailAdminForm } from "./email-admin-form.tsx";

const { list: texts, form } = adminTexts.administrators;

/** The height of a row before it is measured, in pixels. */
const ROW = 110;

const useRemove = defineAction<Credential, void>({
  mutation: useRemoveEmailAccount,
  thing: ({ id }) => id,
  ask: ({ email }) => ({
    title: texts.confirmTitle(email),
    description: texts.confirmText,
    confirmText: texts.remove,
    danger: true,
  }),
  done: () => texts.removed,
  failed: () => texts.removeFailed,
});

/** The administrators of e-mail accounts. The main admin makes them, also the first administrator. */
export function EmailAdmins() {
  const title = useId();
  const rows = useRef<HTMLDivElement>(null);
  const query = useInfiniteQuery({ ...credentialQueries.list(), select: (data) => data.pages.flat() });
  // The pressed button is gone with its row, so the rows take the focus.
  const remove = useRemove({ focus: () => rows.current });

  async function handleRemove(admin: Credential) {
    const { status } = await remove.run(admin);
    if (status === "failed") void query.refetch();
  }

  return (
    <Card as="section" aria-labelledby={title}>
      <CardHeader id={title} title={texts.title} description={texts.hint} />
      <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
        <div className="min-w-0 rounded-card bg-sunken/60 p-4">
          <h3 className="mb-4 text-lg font-bold">{form.title}</h3>
          <EmailAdminForm />
        </div>
        <div ref={rows} tabIndex={-1} className="min-w-0">
          <PagedList
            getKey={({ id }) => id}
            estimateHeight={ROW}
            gap={0}
            loadingRows={1}
            query={query}
            label={texts.label}
            failed={texts.loadFailed}
            none={texts.none}
            renderItem={(admin) => (
              <AdminRow
                admin={admin}
                isRemoving={remove.isPending(admin.id)}
                onRemove={() => void handleRemove(admin)}
              />
            )}
          />
        </div>
      </div>
    </Card>
  );
}

function AdminRow({ admin, ...props }: { admin: Credential; isRemoving: boolean; onRemove: () => void }) {
  const { id, email, created_at: createdAt } = admin;
  return (
    <div className="border-b border-line py-2">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <div className="min-w-0">
          <p className="font-semibold wrap-anywhere">
            <Address text={email} />
          </p>
          <p className="text-sm text-ink-soft">{texts.since(formatDateTime(createdAt))}</p>
        </div>
        {email === SUPER_ADMIN_EMAIL ? (
          <span className="text-sm text-ink-soft">{texts.stays}</span>
        ) : (
          <RemoveButton aria-label={texts.removeNamed(email)} pending={props.isRemoving} onClick={props.onRemove}>
            {texts.remove}
          </RemoveButton>
        )}
      </div>
      <StoredPassword name={email} account={{ credentialId: id }} />
    </div>
  );
}
