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
import { runQueue } from "./run-queue.ts";
import { retryRefused } from "./use-waiting.ts";

/** How often what waits is tried again, in milliseconds, beside each change and each return of the network. */
const TRY_EVERY_MS = 5_000;

/** Sends what waits while a screen of this login is open. What was refused before is tried once more with each login and reload. */
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

/** What waits since before the site was hardened is this person's too; then everything that was refused is tried again. */
async function takeEarlier(session: Session): Promise<void> {
  const [owner, earlier] = [ownerOf("attendant", session), earlierOwnerOf("attendant", session)];
  if (earlier !== undefined) await handOver(earlier, owner);
  await retryRefused(owner);
}

/** Asks early for what the forms ask of a site, so that it lies on the device before there is no network. */
function useSiteAhead(project: ProjectId): void {
  const cache = useQueryClient();
  useEffect(() => {
    if (project === undefined) return;
    void cache.prefetchQuery(violationQueries.list(project));
    void cache.prefetchQuery(siteSettingsQueries.of(project));
    void cache.prefetchQuery(siteQueries.byPath(project));
  }, [cache, project]);
}

/** Follows the site, sends the queue, and forgets what was known of the site when nobody is logged in any more. */
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

/** Forgets what was known of a site; what waits to be sent stays. */
export function forgetDevice(): void {
  forgetSite();
  void forgetFacts().catch(() => undefined);
}
