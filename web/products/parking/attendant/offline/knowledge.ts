// The phone's data about the site of the open screen: read once from the device, fetched again while there is a network, forgotten at
// logout.
import type { ActingOnDevice } from "#data/acting.ts";
import { type KeptSite, SITE_FACT, fetchOfflineData } from "#data/plate_checks/offline.ts";
import { isUnreachable } from "#data/data-error.ts";
import { afterPaint } from "#shared/after-paint.ts";
import { keepFact, readFact } from "#shared/offline/device-store.ts";
import { isOutOfReach, noteReach } from "#shared/offline/reach.ts";
import type { ProjectId } from "#shared/paths.ts";
import { type Known, type KnownFine, knownFrom } from "./rules/known.ts";
import { spanText } from "#shared/format/spans.ts";

/** The data in memory, so that an answer among twenty thousand parkings needs no reading. */
let current: { owner: string; known: Known; clockOffset: number } | undefined;
const listeners = new Set<() => void>();

/** The last fetch since this page opened: for which owner, and when (performance.now). */
let told: { owner: string; at: number } | undefined;

function take(owner: string, { data, clockOffset }: KeptSite): void {
  current = { owner, known: knownFrom(data), clockOffset };
  for (const listener of listeners) listener();
}

/** The data of an owner; undefined when there is none. */
export const knownOf = (owner: string): Known | undefined => (current?.owner === owner ? current.known : undefined);

/** The milliseconds by which this device's clock was ahead of the database's at the last fetch; negative when it was behind. */
export const clockOffsetOf = (owner: string): number => (current?.owner === owner ? current.clockOffset : 0);

/** Calls `listener` when the data changes. Returns a function that stops it. */
export function onKnowledge(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Reads the device's data, if none is in memory yet. Never throws. */
export async function recallSite(owner: string): Promise<void> {
  if (current?.owner === owner) return;
  const site = (await readFact(owner, SITE_FACT).catch(() => undefined)) as KeptSite | undefined;
  if (site !== undefined && current?.owner !== owner) take(owner, site);
}

/** Cancels the running call when its login ends, because the answer would be a refusal. */
let untilForgotten = new AbortController();

/** Fetches the site's data anew, and stores it on the device. Never throws: the old data stays. */
async function learnSite(acting: ActingOnDevice, project: ProjectId): Promise<void> {
  const { owner, isOpen } = acting.device;
  const { signal } = untilForgotten;
  try {
    const asked = Date.now();
    const data = await fetchOfflineData(acting, project ?? null, signal);
    noteReach(true);
    // The database read its clock somewhere between request and answer.
    const clockOffset = (asked + Date.now()) / 2 - Date.parse(data.at);
    if (!isOpen()) return;
    const site: KeptSite = { project: project ?? null, clockOffset, data };
    take(owner, site);
    told = { owner, at: performance.now() };
    await keepFact(owner, SITE_FACT, site);
  } catch (error) {
    if (isUnreachable(error) && !signal.aborted) noteReach(false);
  }
}

/** The interval of the fetches while screens are open, in milliseconds: the data may be megabytes. */
const LEARN_EVERY_MS = 120_000;

/** Follows the site while a screen is open. Returns a function that stops it. */
export function followSite(acting: ActingOnDevice, project: ProjectId): () => void {
  let isLeft = false;
  const learn = () => {
    // The attendant may log out while the device is still read; the call would then have no login.
    if (!isLeft && !isOutOfReach()) void learnSite(acting, project);
  };
  const { owner } = acting.device;
  const isFresh = told?.owner === owner && performance.now() - told.at < LEARN_EVERY_MS;
  // The data is megabytes, so the screen is drawn first. An early check reads it itself.
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

/** Forgets the data in memory after the logout. */
export function forgetSite(): void {
  untilForgotten.abort();
  untilForgotten = new AbortController();
  current = undefined;
  told = undefined;
}

/** Adds new facts of this device: a check that began an observation, a fine on a car. */
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

/** The difference from which a clock counts as wrong, in milliseconds; the database uses the same. */
const WRONG_MS = 10 * 60_000;

/** How far a clock is wrong, in words; undefined when it is right enough. @param offset milliseconds by which it is ahead */
export const clockSpan = (offset: number): string | undefined =>
  Math.abs(offset) > WRONG_MS ? spanText(Math.abs(offset)) : undefined;
