import { useId } from "react";
import { useNotedReading } from "#data/audit_trail/access.ts";
import { useInfiniteQuery } from "#data/use-infinite-query.ts";
import { type UserPassword, userPasswordQueries } from "#data/user_passwords/queries.ts";
import { accountOf, StoredPassword } from "#session/passwords/stored-password.tsx";
import { formatDateTime } from "#shared/format/dates.ts";
import { Address } from "#shared/ui/address.tsx";
import { Badge } from "#shared/ui/badge.tsx";
import { Card, CardHeader } from "#shared/ui/card.tsx";
import { adminTexts } from "../admin-texts.ts";
import { PagedRows } from "../paged-rows.tsx";

const texts = adminTexts.passwords;

/** The stored passwords, newest first, marked as for the admin only (document 1 §2). */
export function StoredPasswords() {
  const title = useId();
  const query = useInfiniteQuery({ ...userPasswordQueries.list(), select: (data) => data.pages.flat() });
  useNotedReading("user_passwords", query.data?.some((row) => row.password_text !== null) ?? false);
  return (
    <Card as="section" aria-labelledby={title} className="comes-after min-w-0">
      <CardHeader id={title} title={texts.title} actions={<Badge tone="warning">{texts.mark}</Badge>} />
      <PagedRows
        query={query}
        label={texts.list}
        failed={texts.loadFailed}
        none={texts.none}
        renderItem={(row) => <PasswordRow row={row} />}
      />
    </Card>
  );
}

/** A stored password; document 1 §6 asks to keep it readable in the profile `specified`. */
function PasswordRow({ row }: { row: UserPassword }) {
  return (
    <div className="border-b border-line py-2">
      <p className="font-semibold wrap-anywhere">
        <Address text={row.email} />
      </p>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 text-sm">
        <p className="text-ink-soft">{texts.saved(formatDateTime(row.created_at))}</p>
        <StoredPassword name={row.email} account={accountOf(row.user_id)} password={row.password_text}>
          {(password) => (
            <code className="inline-block max-w-full overflow-x-auto rounded-sm bg-sunken px-1.5 align-bottom text-base wrap-anywhere">
              {password}
            </code>
          )}
        </StoredPassword>
      </div>
    </div>
  );
}
