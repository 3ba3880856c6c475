/** The browser sessions: one for each kind, side by side, each bound to its project, for 8 hours (document 1 §4, decisions §3). */
import { SESSION_LIFETIME_MS } from "#contract/limits.ts";
import { SESSION_KINDS, type SessionKind } from "#contract/states.ts";
import type { ProjectId } from "#shared/paths.ts";

/** A logged-in person, as browser storage keeps it (document 1 §3). */
export type Session = {
  loggedIn: true;
  userId: string;
  /** The name in greetings; the ID when there is no name. */
  displayName: string;
  /** The account at the sign-in service, where people have one. */
  accountId?: string;
  /** The project of the session; absent on routes without a project. */
  project?: string;
  token: string;
  /** Milliseconds since 1970. */
  expiresAt: number;
};

/** The largest step by which a clock may be set back without ending a session. */
const CLOCK_PATIENCE_MS = 10 * 60_000;

const keyOf = (kind: SessionKind) => `parkering.session.${kind}`;

/**
 * The storage key of a kind's drafts (drafts.ts). Drafts end with the session; an attendant's drafts are also stored elsewhere on the
 * device (kept-drafts.ts).
 */
export const draftsKeyOf = (kind: SessionKind): string => `parkering.drafts.${kind}`;

function forget(kind: SessionKind): void {
  localStorage.removeItem(keyOf(kind));
  localStorage.removeItem(draftsKeyOf(kind));
}

const listeners = new Set<() => void>();
/** Parsed entries by their stored text, so that a session stays the same object between renders. */
const parsed = new Map<SessionKind, { text: string; session: Session | null }>();

/** The stored session of a kind. Null when there is none, or when it is damaged or expired; a bad entry is removed. */
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

/** Whether a session has time left, and no more than it was given: a session opened while the clock ran ahead ends early. */
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

/** Opens a session with a random token, for 8 hours. */
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
 * Gives a session 8 hours from now, after the person has shown the password again; drafts stay. Undefined when the session ended meanwhile.
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

/** Calls `listener` when a session is opened, closed or expires, in this window or another. Returns a function that stops it. */
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
  // A check each minute is enough for 8 hours; visibilitychange reports a wake-up from sleep.
  expiryTimer = setInterval(notify, 60_000);
}

function stopWatching(): void {
  window.removeEventListener("storage", notify);
  document.removeEventListener("visibilitychange", notify);
  clearInterval(expiryTimer);
}

/** The kinds that are logged in now. */
export const openKinds = (): SessionKind[] => SESSION_KINDS.filter((kind) => readSession(kind) !== null);
