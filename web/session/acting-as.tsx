/** Makes a part of the page call the back end as a logged-in person. */
import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { Fragment, type ReactNode, useEffect, useMemo, useState } from "react";
import type { SessionKind } from "#contract/states.ts";
import { ActingContext } from "#data/acting.ts";
import { createQueryClient } from "#data/query-client.ts";
import type { ProjectId } from "#shared/paths.ts";
import { actingOf } from "./acting.ts";
import { endSession, watchLogin } from "./logins/logins.ts";
import { areLoginsApart } from "./profile/profile.ts";
import { DueLine } from "./second-factor/due-line.tsx";
import type { Session } from "./store.ts";

type Props = { kind: SessionKind; session: Session; site: ProjectId; children: ReactNode };

/**
 * Passes the person of a session down: the children's queries, changes and live tables run for this person. Where each kind has a login,
 * the children also get that login's query cache.
 */
export function ActingAs({ site, ...props }: Props) {
  const { kind, session, children } = props;
  const acting = useMemo(() => actingOf(kind, session, site), [kind, session, site]);
  const login = `${kind} ${session.token}`;
  return (
    <ActingContext value={acting}>
      {areLoginsApart ? <OwnLogin key={login} {...props} /> : <Fragment key={login}>{children}</Fragment>}
    </ActingContext>
  );
}

function OwnLogin({ kind, session, children }: Omit<Props, "site">) {
  const [cache] = useState(() => cacheOf(kind, session.token));
  useEffect(() => watchLogin(kind, () => endSession(kind)), [kind]);
  return (
    <QueryClientProvider client={cache}>
      <DueLine kind={kind} />
      {children}
    </QueryClientProvider>
  );
}

const caches = new Map<SessionKind, { token: string; cache: QueryClient }>();

/** The query cache of a login; the next login of the kind gets an empty one. */
function cacheOf(kind: SessionKind, token: string): QueryClient {
  const known = caches.get(kind);
  if (known?.token === token) return known.cache;
  known?.cache.clear();
  const cache = createQueryClient();
  caches.set(kind, { token, cache });
  return cache;
}
