import { useId } from "react";
import { type Profile, profileQueries } from "#data/profiles/queries.ts";
import { useConfirmAddress } from "#data/staff_accounts/mutations.ts";
import { useInfiniteQuery } from "#data/use-infinite-query.ts";
import { useQuery } from "#data/use-query.ts";
import { defineAction } from "#session/actions/define-action.ts";
import { formatDateTime } from "#shared/format/dates.ts";
import { Address } from "#shared/ui/address.tsx";
import { Badge } from "#shared/ui/badge.tsx";
import { Button } from "#shared/ui/button.tsx";
import { Card, CardHeader } from "#shared/ui/card.tsx";
import { adminTexts } from "../admin-texts.ts";
import { PagedRows } from "../paged-rows.tsx";

const texts = adminTexts.users;

const useConfirm = defineAction<Profile, void>({
  mutation: useConfirmAddress,
  thing: ({ id }) => id,
  ask: ({ email }) => ({
    title: texts.confirmTitle(email ?? texts.noEmail),
    description: texts.confirmText,
    confirmText: texts.confirm,
  }),
  done: () => texts.confirmed,
  failed: () => texts.confirmFailed,
});

/** The registered users, newest first; the admin can confirm the address of a user who has not. */
export function RegisteredUsers() {
  const title = useId();
  const query = useInfiniteQuery({ ...profileQueries.list(), select: (data) => data.pages.flat() });
  const { data: unconfirmed = [] } = useQuery(profileQueries.unconfirmed());
  const confirm = useConfirm();
  return (
    <Card as="section" aria-labelledby={title} className="min-w-0">
      <CardHeader id={title} title={texts.title} />
      <PagedRows
        query={query}
        label={texts.list}
        failed={texts.loadFailed}
        none={texts.none}
        renderItem={(user) => (
          <div className="border-b border-line py-2">
            <p className="font-semibold wrap-anywhere">
              {user.email === null ? texts.noEmail : <Address text={user.email} />}
            </p>
            <p className="text-sm text-ink-soft">{texts.registered(formatDateTime(user.created_at))}</p>
            {unconfirmed.includes(user.id) && (
              <p className="flex flex-wrap items-center gap-3 py-1">
                <Badge>{texts.unconfirmed}</Badge>
                <Button
                  size="small"
                  aria-label={texts.confirmNamed(user.email ?? "")}
                  pending={confirm.isPending(user.id)}
                  onClick={() => void confirm.run(user)}
                >
                  {texts.confirm}
                </Button>
              </p>
            )}
          </div>
        )}
      />
    </Card>
  );
}
