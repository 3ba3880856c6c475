import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { siteQueries } from "#data/main_page_sites/queries.ts";
import { siteSettingsQueries } from "#data/site_settings/queries.ts";
import { violationQueries } from "#data/violations/queries.ts";
import { earlierOwnerOf, ownerOf } from "#session/owner.ts";
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
  useEffect(() => {
    const run = () => void runQueue(session);
    void takeEarlier(session).then(run, run);
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
  }, [session]);
}

/** Takes over entries from before the site was hardened, which belong to the same person, and retries all refused ones. */
async function takeEarlier(session: Session): Promise<void> {
  const [owner, earlier] = [ownerOf("attendant", session), earlierOwnerOf("attendant", session)];
  if (earlier !== undefined) await handOver(earlier, owner);
  await retryRefused(owner);
}

/** Fetches the site data of the forms early, so that it is on the device before the network goes. */
function useSiteAhead(project: ProjectId): void {
  const cache = useQueryClient();
  useEffect(() => {
    if (project === undefined) return;
    void cache.prefetchQuery(violationQueries.list(project));
    void cache.prefetchQuery(siteSettingsQueries.of(project));
    void cache.prefetchQuery(siteQueries.byPath(project));
  }, [cache, project]);
}

/** Follows the site, sends the queue, and forgets the site's data after the logout. */
export function useDevice(session: Session, project: ProjectId): void {
  useRunningQueue(session);
  useSiteAhead(project);
  useEffect(() => followDrafts(session), [session]);
  useEffect(() => {
    const owner = ownerOf("attendant", session);
    void forgetFacts(owner).catch(() => undefined);
    return followSite(session, project);
  }, [session, project]);
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
