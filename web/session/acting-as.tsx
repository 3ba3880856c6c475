/** Lets a part of the page speak to the back end as a logged-in person. */
import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useEffect, useLayoutEffect, useState } from "react";
import type { SessionKind } from "#contract/states.ts";
import { actAs, nameActor } from "#data/client.ts";
import { createQueryClient } from "#data/query-client.ts";
import { endSession, watchLogin } from "./logins/logins.ts";
import { areLoginsApart } from "./profile/profile.ts";
import type { Session } from "./store.ts";

type Props = { kind: SessionKind; session: Session; children: ReactNode };

/**
 * Its children's queries, changes and live tables are this person's, and so is the cache that they see. Where all speak as one, their
 * changes say whose they are.
 */
export function ActingAs(props: Props) {
  const Actor = areLoginsApart ? Apart : Named;
  return <Actor key={`${props.kind} ${props.session.token}`} {...props} />;
}

function Named({ kind, session, children }: Props) {
  return (
    <>
      <Name kind={kind} id={session.userId} />
      {children}
    </>
  );
}

function Name({ kind, id }: { kind: SessionKind; id: string }) {
  useLayoutEffect(() => nameActor(kind, id), [kind, id]);
  return null;
}

function Apart({ kind, session, children }: Props) {
  const [cache] = useState(() => cacheOf(kind, session.token));
  return (
    <QueryClientProvider client={cache}>
      <Actor kind={kind} />
      {children}
    </QueryClientProvider>
  );
}

/** Stands before the others, so that its effect is the first: they begin to ask in their own. */
function Actor({ kind }: { kind: SessionKind }) {
  useLayoutEffect(() => actAs(kind), [kind]);
  useEffect(() => watchLogin(kind, () => endSession(kind)), [kind]);
  return null;
}

const caches = new Map<SessionKind, { token: string; cache: QueryClient }>();

/** The cache of one login: the next login of the kind begins with an empty one. */
function cacheOf(kind: SessionKind, token: string): QueryClient {
  const known = caches.get(kind);
  if (known?.token === token) return known.cache;
  known?.cache.clear();
  const cache = createQueryClient();
  caches.set(kind, { token, cache });
  return cache;
}
