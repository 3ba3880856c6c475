import { useId, useRef } from "react";
import { type Credential, credentialQueries } from "#data/admin_user_credentials/queries.ts";
import { useNotedReading } from "#data/audit_trail/access.ts";
import { useInfiniteQuery } from "#data/use-infinite-query.ts";
import { defineAction } from "#session/actions/define-action.ts";
import { useRemoveEmailAccount } from "#session/staff/staff.ts";
import { Button } from "#shared/ui/button.tsx";
import { Card, CardHeader } from "#shared/ui/card.tsx";
import { SkeletonList } from "#shared/ui/skeleton.tsx";
import { StateView } from "#shared/ui/state-view.tsx";
import { texts } from "../texts.ts";
import { CredentialRow } from "./credential-row.tsx";

const labels = texts.superAdmin;

const useRemove = defineAction<Credential, void>({
  mutation: useRemoveEmailAccount,
  thing: ({ id }) => id,
  ask: ({ email }) => ({
    title: labels.confirmTitle(email),
    description: labels.confirmText,
    confirmText: labels.delete,
    danger: true,
  }),
  done: (_none, { email }) => labels.deleted(email),
  failed: () => labels.deleteFailed,
});

/** The created accounts, newest first, with their passwords and buttons to remove them (document 2 §2, §7). */
export function CredentialTable() {
  const title = useId();
  const heading = useRef<HTMLDivElement>(null);
  const query = useInfiniteQuery({ ...credentialQueries.list(), select: (data) => data.pages.flat() });
  useNotedReading("admin_user_credentials", query.data?.some((row) => row.password_text !== null) ?? false);
  // The pressed button is gone with its row, so the heading takes the focus.
  const remove = useRemove({ focus: () => heading.current });

  async function handleRemove(credential: Credential) {
    const { status } = await remove.run(credential);
    if (status === "failed") void query.refetch();
  }

  return (
    <Card as="section" aria-labelledby={title} className="min-w-0">
      <div ref={heading} tabIndex={-1}>
        <CardHeader id={title} title={labels.credentials} />
      </div>
      <StateView
        query={query}
        loading={<SkeletonList rows={3} label={labels.loading} />}
        failed={labels.loadFailed}
        empty={labels.none}
      >
        {(credentials) => (
          <Rows
            title={title}
            credentials={credentials}
            isRemoving={remove.isPending}
            onRemove={(credential) => void handleRemove(credential)}
          />
        )}
      </StateView>
      {query.hasNextPage && (
        <Button wide className="mt-4" pending={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {labels.more}
        </Button>
      )}
    </Card>
  );
}

function Rows(props: {
  title: string;
  credentials: readonly Credential[];
  isRemoving: (id: string) => boolean;
  onRemove: (credential: Credential) => void;
}) {
  return (
    <div className="overflow-x-auto">
      <table aria-labelledby={props.title} className="w-full table-fixed text-left">
        <thead className="text-sm text-ink-soft">
          <tr className="border-b-2 border-line">
            <th scope="col" className="py-2 pr-3">
              {labels.account}
            </th>
            <th scope="col" className="w-20 py-2 sm:w-32">
              <span className="sr-only">{labels.actions}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {props.credentials.map((credential) => (
            <CredentialRow
              key={credential.id}
              credential={credential}
              isRemoving={props.isRemoving(credential.id)}
              onRemove={() => props.onRemove(credential)}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}
