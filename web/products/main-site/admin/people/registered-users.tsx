import { useInfiniteQuery } from "@tanstack/react-query";
import { useId } from "react";
import { profileQueries } from "#data/profiles/queries.ts";
import { formatDateTime } from "#shared/format/dates.ts";
import { Address } from "#shared/ui/address.tsx";
import { Card, CardHeader } from "#shared/ui/card.tsx";
import { adminTexts } from "../admin-texts.ts";
import { PagedRows } from "../paged-rows.tsx";

const texts = adminTexts.users;

/** The registered users, newest first. */
export function RegisteredUsers() {
  const title = useId();
  const query = useInfiniteQuery({ ...profileQueries.list(), select: (data) => data.pages.flat() });
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
          </div>
        )}
      />
    </Card>
  );
}
