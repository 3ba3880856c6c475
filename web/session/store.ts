/** The browser sessions: one entry a kind, side by side, each bound to its project, for 8 hours (document 1 §4, decisions §3). */
import { SESSION_LIFETIME_MS } from "#contract/limits.ts";
import { SESSION_KINDS, type SessionKind } from "#contract/states.ts";
import type { ProjectId } from "#shared/paths.ts";

/** Somebody who is logged in, as browser storage keeps it (document 1 §3). */
export type Session = {
  loggedIn: true;
  userId: string;
  /** Name to greet with; the ID where there is none. */
  displayName: string;
  /** The account at the sign-in service, where each person has one. */
  accountId?: string;
  /** The project that the session was opened for; absent on routes without one. */
  project?: string;
  token: string;
  /** Milliseconds since 1970. */
  expiresAt: number;
};

/** How far a clock may be set back without ending a session. */
const CLOCK_PATIENCE_MS = 10 * 60_000;

const keyOf = (kind: SessionKind) => `parkering.session.${kind}`;

/** Where a kind's drafts lie (drafts.ts). They go with the session; an attendant's wait for them elsewhere on the device (kept-drafts.ts). */
export const draftsKeyOf = (kind: SessionKind): string => `parkering.drafts.${kind}`;

function forget(kind: SessionKind): void {
  localStorage.removeItem(keyOf(kind));
  localStorage.removeItem(draftsKeyOf(kind));
}

const listeners = new Set<() => void>();
/** Parsed entries by their stored text, so that a session keeps its identity between renders. */
const parsed = new Map<SessionKind, { text: string; session: Session | null }>();

/** The stored session of a kind, or null when there is none, it is damaged or it has expired; a bad entry is cleared. */
export function readSession(kind: SessionKind, now = Date.now()): Session | null {
  const text = localStorage.getItem(keyOf(kind));
  if (text === null) return null;
  const cached = parsed.get(kind);
  const session = cached?.text === text ? cached.session : parseSession(text);
  parsed.set(kind, { text, session });
  if (session !== null && isInForce(session, now)) return session;
  forget(kind);
  return null;
}

/** Whether a session has its time before it, and no more than that: one that was opened while the clock ran ahead ends early. */
const isInForce = ({ expiresAt }: Session, now: number) =>
  expiresAt > now && expiresAt <= now + SESSION_LIFETIME_MS + CLOCK_PATIENCE_MS;

function parseSession(text: string): Session | null {
  try {
    const value = JSON.parse(text) as Partial<Session> | null;
    const isWhole =
      value?.loggedIn === true &&
      typeof value.userId === "string" &&
      typeof value.token === "string" &&
      typeof value.expiresAt === "number";
    return isWhole ? (value as Session) : null;
  } catch {
    return null;
  }
}

/** Opens a session with a random token that expires after 8 hours. */
export function openSession(
  kind: SessionKind,
  person: { userId: string; displayName?: string | null; accountId?: string; project?: ProjectId },
  now = Date.now(),
): Session {
  const { userId, displayName, accountId, project } = person;
  const token = Array.from(crypto.getRandomValues(new Uint8Array(24)), (byte) => byte.toString(16).padStart(2, "0"));
  const session: Session = {
    loggedIn: true,
    userId,
    displayName: displayName || userId,
    ...(accountId === undefined ? {} : { accountId }),
    ...(project === undefined ? {} : { project }),
    token: token.join(""),
    expiresAt: now + SESSION_LIFETIME_MS,
  };
  forget(kind);
  localStorage.setItem(keyOf(kind), JSON.stringify(session));
  notify();
  return session;
}

/**
 * Gives a session 8 hours from now, after its person has shown the password again: what they have begun stays. Undefined where it has ended
 * meanwhile.
 */
export function prolongSession(kind: SessionKind, now = Date.now()): Session | undefined {
  const session = readSession(kind, now);
  if (session === null) return undefined;
  const longer = { ...session, expiresAt: now + SESSION_LIFETIME_MS };
  localStorage.setItem(keyOf(kind), JSON.stringify(longer));
  notify();
  return longer;
}

/** Ends the session of a kind. */
export function closeSession(kind: SessionKind): void {
  forget(kind);
  notify();
}

function notify(): void {
  for (const listener of listeners) listener();
}

/** Calls back when a session is opened, closed or expires, in this window or another. */
export function subscribeToSessions(listener: () => void): () => void {
  listeners.add(listener);
  if (listeners.size === 1) startWatching();
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) stopWatching();
  };
}

let expiryTimer: ReturnType<typeof setInterval> | undefined;

function startWatching(): void {
  window.addEventListener("storage", notify);
  document.addEventListener("visibilitychange", notify);
  // A minute's grain is enough for 8 hours; a wake-up from sleep is told by visibilitychange.
  expiryTimer = setInterval(notify, 60_000);
}

function stopWatching(): void {
  window.removeEventListener("storage", notify);
  document.removeEventListener("visibilitychange", notify);
  clearInterval(expiryTimer);
}

/** The kinds that are logged in right now. */
export const openKinds = (): SessionKind[] => SESSION_KINDS.filter((kind) => readSession(kind) !== null);
