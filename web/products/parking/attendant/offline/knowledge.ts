// What the phone knows of the site whose screen is open: read once from the device, told anew while there is a network, gone at logout.
import { fetchOfflineData, type KeptSite, SITE_FACT } from "#data/plate_checks/offline.ts";
import { isUnreachable } from "#data/data-error.ts";
import { ownerOf } from "#session/owner.ts";
import { readSession, type Session } from "#session/store.ts";
import { afterPaint } from "#shared/after-paint.ts";
import { keepFact, readFact } from "#shared/offline/device-store.ts";
import { isOutOfReach, noteReach } from "#shared/offline/reach.ts";
import type { ProjectId } from "#shared/paths.ts";
import { type Known, type KnownFine, knownFrom } from "./rules/known.ts";

/** In memory, so that an answer among twenty thousand parkings needs no reading. */
let current: { owner: string; known: Known; clockOffset: number } | undefined;
const listeners = new Set<() => void>();

/** Since this page was opened the database told it to this owner at this time (performance.now). */
let told: { owner: string; at: number } | undefined;

function take(owner: string, { data, clockOffset }: KeptSite): void {
  current = { owner, known: knownFrom(data), clockOffset };
  for (const listener of listeners) listener();
}

/** What is known for an owner; undefined while nothing is. */
export const knownOf = (owner: string): Known | undefined => (current?.owner === owner ? current.known : undefined);

/** How far this device's clock ran ahead of the database's when it last told, in milliseconds; below 0 it is behind. */
export const clockOffsetOf = (owner: string): number => (current?.owner === owner ? current.clockOffset : 0);

/** Calls back when more is known. Gives back the way to stop. */
export function onKnowledge(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Reads what the device keeps, where nothing is known yet. Never throws. */
export async function recallSite(owner: string): Promise<void> {
  if (current?.owner === owner) return;
  const site = (await readFact(owner, SITE_FACT).catch(() => undefined)) as KeptSite | undefined;
  if (site !== undefined && current?.owner !== owner) take(owner, site);
}

/** Ends the call that is under way when its login ends: the answer would be a refusal. */
let untilForgotten = new AbortController();

/** Has the database tell anew, and keeps it on the device. Never throws: what was known stays. */
async function learnSite(session: Session, project: ProjectId): Promise<void> {
  const owner = ownerOf("attendant", session);
  const { signal } = untilForgotten;
  try {
    const asked = Date.now();
    const data = await fetchOfflineData(project ?? null, session.userId, signal);
    noteReach(true);
    // Somewhere on the way the database looked at its clock.
    const clockOffset = (asked + Date.now()) / 2 - Date.parse(data.at);
    if (readSession("attendant")?.token !== session.token) return;
    const site: KeptSite = { project: project ?? null, clockOffset, data };
    take(owner, site);
    told = { owner, at: performance.now() };
    await keepFact(owner, SITE_FACT, site);
  } catch (error) {
    if (isUnreachable(error) && !signal.aborted) noteReach(false);
  }
}

/** How often it is told anew while screens are open, in milliseconds: it may be megabytes. */
const LEARN_EVERY_MS = 120_000;

/** Follows the site while a screen is open. Gives back the way to stop. */
export function followSite(session: Session, project: ProjectId): () => void {
  let isLeft = false;
  const learn = () => {
    // The attendant may log out while the device is still read: the call would then be made without a login.
    if (!isLeft && !isOutOfReach()) void learnSite(session, project);
  };
  const owner = ownerOf("attendant", session);
  const isFresh = told?.owner === owner && performance.now() - told.at < LEARN_EVERY_MS;
  // Megabytes: the screen is drawn first. A check that is asked before reads them itself.
  const callOff = isFresh ? undefined : afterPaint(() => void recallSite(owner).then(learn));
  const timer = setInterval(learn, LEARN_EVERY_MS);
  const handleOnline = () => {
    noteReach(true);
    learn();
  };
  window.addEventListener("online", handleOnline);
  return () => {
    isLeft = true;
    callOff?.();
    clearInterval(timer);
    window.removeEventListener("online", handleOnline);
  };
}

/** Forgets it in memory: nobody is logged in any more. */
export function forgetSite(): void {
  untilForgotten.abort();
  untilForgotten = new AbortController();
  current = undefined;
  told = undefined;
}

/** Adds what happened on this device since: a check that began an observation, a fine that lies on a car. */
export function noteHere(owner: string, key: string, here: { checkedAt?: number; fine?: KnownFine }): void {
  if (current?.owner !== owner) return;
  const { known } = current;
  const { checkedAt, fine } = here;
  current = {
    ...current,
    known: {
      ...known,
      checks:
        checkedAt === undefined || known.checks.has(key) ? known.checks : new Map([...known.checks, [key, checkedAt]]),
      fines:
        fine === undefined ? known.fines : new Map([...known.fines, [key, [...(known.fines.get(key) ?? []), fine]]]),
    },
  };
}
