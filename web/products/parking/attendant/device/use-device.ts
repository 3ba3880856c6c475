import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { type ActingAttendant, useActing, useActingAttendant } from "#data/acting.ts";
import { siteQueries } from "#data/main_page_sites/queries.ts";
import { siteSettingsQueries } from "#data/site_settings/queries.ts";
import { askedBy } from "#data/use-query.ts";
import { violationQueries } from "#data/violations/queries.ts";
import { earlierOwnerOf } from "#session/owner.ts";
import { readSession, type Session, subscribeToSessions } from "#session/store.ts";
import { forgetFacts, handOver, onWaitingChange } from "#shared/offline/device-store.ts";
import type { ProjectId } from "#shared/paths.ts";
import { followDrafts } from "../drafts/kept-drafts.ts";
import { forgetSite, followSite } from "../offline/knowledge.ts";
import { runQueue } from "../queue/run-queue.ts";
import { retryRefused } from "../queue/use-waiting.ts";

/** The interval of the tries, in milliseconds; each change and each return of the network tries too. */
const TRY_EVERY_MS = 5_000;

/** Sends waiting entries while a screen of this login is open. Refused entries are tried again with each login and reload. */
function useRunningQueue(session: Session): void {
  const acting = useActingAttendant();
  useEffect(() => {
    const run = () => void runQueue(acting, session);
    void takeEarlier(acting, session).then(run, run);
    const timer = setInterval(run, TRY_EVERY_MS);
    const unfollow = onWaitingChange(run);
    window.addEventListener("online", run);
    document.addEventListener("visibilitychange", run);
    return () => {
      clearInterval(timer);
      unfollow();
      window.removeEventListener("online", run);
      document.removeEventListener("visibilitychange", run);
    };
  }, [acting, session]);
}

/** Takes over entries from before the site was hardened, which belong to the same person, and retries all refused ones. */
async function takeEarlier({ device: { owner } }: ActingAttendant, session: Session): Promise<void> {
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
  const acting = useActingAttendant();
  useRunningQueue(session);
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
