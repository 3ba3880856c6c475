import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect } from "react";
import { type ActingOnDevice, useActing, useActingOnDevice } from "#data/acting.ts";
import { siteQueries } from "#data/main_page_sites/queries.ts";
import { useRunningQueue } from "#data/queue/use-running-queue.ts";
import { retryRefused } from "#data/queue/use-waiting.ts";
import { siteSettingsQueries } from "#data/site_settings/queries.ts";
import { askedBy } from "#data/use-query.ts";
import { violationQueries } from "#data/violations/queries.ts";
import { earlierOwnerOf } from "#session/owner.ts";
import { readSession, type Session, subscribeToSessions } from "#session/store.ts";
import { forgetFacts, handOver } from "#shared/offline/device-store.ts";
import type { ProjectId } from "#shared/paths.ts";
import { followDrafts } from "../drafts/kept-drafts.ts";
import { forgetSite, followSite } from "../offline/knowledge.ts";
import { runQueue } from "../queue/run-queue.ts";

/** Takes over entries from before the site was hardened, which belong to the same person, and retries all refused ones. */
async function takeEarlier({ device: { owner } }: ActingOnDevice, session: Session): Promise<void> {
  const earlier = earlierOwnerOf("attendant", session);
  if (earlier !== undefined) await handOver(earlier, owner);
  await retryRefused(owner);
}

/** Fetches the site data of the forms early, so that it is on the device before the network goes. */
function useSiteAhead(project: ProjectId): void {
  const acting = useActing();
  const cache = useQueryClient();
  useEffect(() => {
    if (project === undefined) return;
    void cache.prefetchQuery(askedBy(acting, violationQueries.list(project)));
    void cache.prefetchQuery(askedBy(acting, siteSettingsQueries.of(project)));
    void cache.prefetchQuery(askedBy(acting, siteQueries.byPath(project)));
  }, [acting, cache, project]);
}

/** Follows the site, sends the queue, and forgets the site's data after the logout. */
export function useDevice(session: Session, project: ProjectId): void {
  const acting = useActingOnDevice();
  useRunningQueue(
    useCallback(() => runQueue(acting, session), [acting, session]),
    useCallback(() => takeEarlier(acting, session), [acting, session]),
  );
  useSiteAhead(project);
  useEffect(() => followDrafts(session), [session]);
  useEffect(() => {
    void forgetFacts(acting.device.owner).catch(() => undefined);
    return followSite(acting, project);
  }, [acting, project]);
  useEffect(
    () =>
      subscribeToSessions(() => {
        if (readSession("attendant") === null) forgetDevice();
      }),
    [],
  );
}

/** Forgets the site's data; waiting entries stay. */
export function forgetDevice(): void {
  forgetSite();
  void forgetFacts().catch(() => undefined);
}
