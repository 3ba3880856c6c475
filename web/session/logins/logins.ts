/** Logins at the sign-in service, one for each kind of person: how a login ends, and how a page notices that it ended elsewhere. */
import type { SessionKind } from "#contract/states.ts";
import { authStorageKey, followRefusals, getClientOf } from "#data/client.ts";
import { activityWritten } from "#data/web_activity_logs/mutations.ts";
import { forgetPlace } from "../last-place.ts";
import { forgetLogin } from "./forget-login.ts";
import { areLoginsApart } from "../profile/profile.ts";
import { closeSession, readSession } from "../store.ts";

/** The longest wait for the last log entry before a login ends, in milliseconds. */
const LOG_WAIT_MS = 5000;

/**
 * The interval of the check whether the login still holds, in milliseconds. A return to the page and each refusal of the server check at
 * once.
 */
const CHECK_EVERY_MS = 15_000;

const endings = new Map<SessionKind, Promise<void>>();

/**
 * Ends a kind's session, and forgets the device's start screen. In this browser it ends at once; at the sign-in service it ends after the
 * last log entry is written. Only the next login of the kind waits for that.
 */
export function endSession(kind: SessionKind): void {
  closeSession(kind);
  forgetPlace();
  if (areLoginsApart) void endLogin(kind);
}

/** Ends the login of a kind whose session is over, for example after 8 hours (document 1 §4). A running session keeps its login. */
export function endLoginWithoutSession(kind: SessionKind): void {
  const isLeftOver =
    areLoginsApart && readSession(kind) === null && localStorage.getItem(authStorageKey(kind)) !== null;
  if (isLeftOver) void endLogin(kind);
}

/** Resolves when no login of the kind is ending. */
export const loginEnded = (kind: SessionKind): Promise<void> => endings.get(kind) ?? Promise.resolve();

function endLogin(kind: SessionKind): Promise<void> {
  const known = endings.get(kind);
  if (known !== undefined) return known;
  const ending = signOut(kind).finally(() => endings.delete(kind));
  endings.set(kind, ending);
  return ending;
}

async function signOut(kind: SessionKind): Promise<void> {
  await Promise.race([activityWritten(), new Promise((resolve) => setTimeout(resolve, LOG_WAIT_MS))]);
  await forgetLogin(kind);
}

/**
 * Calls `onEnded` when the server has ended the kind's login: its account was removed, or got another password. A server that does not
 * answer ends nothing.
 */
export function watchLogin(kind: SessionKind, onEnded: () => void): () => void {
  let isOver = false;
  let isAsking = false;
  let unfollow: (() => void) | undefined;
  const end = () => {
    if (!isOver) onEnded();
  };
  const check = async () => {
    if (document.visibilityState === "hidden") return;
    const client = await getClientOf(kind);
    if (isOver) return;
    unfollow ??= follow(client, end);
    const { error } = await client.auth.getUser();
    if (error !== null && isEnded(error)) end();
  };
  const ask = () => {
    // The check itself may have been refused.
    if (isAsking) return;
    isAsking = true;
    void check()
      .catch(() => undefined)
      .finally(() => (isAsking = false));
  };
  ask();
  const unfollowRefusals = followRefusals(kind, ask);
  const timer = setInterval(ask, CHECK_EVERY_MS);
  document.addEventListener("visibilitychange", ask);
  return () => {
    isOver = true;
    clearInterval(timer);
    document.removeEventListener("visibilitychange", ask);
    unfollowRefusals();
    unfollow?.();
  };
}

function follow(client: Awaited<ReturnType<typeof getClientOf>>, end: () => void): () => void {
  const { data } = client.auth.onAuthStateChange((event) => {
    if (event === "SIGNED_OUT") end();
  });
  return () => data.subscription.unsubscribe();
}

const isEnded = ({ name, status }: { name: string; status?: number | undefined }): boolean =>
  name === "AuthSessionMissingError" || status === 401 || status === 403 || status === 404;
