/** The logins of each kind at the sign-in service, where they are apart: how they end, and how a page learns that they did. */
import type { SessionKind } from "#contract/states.ts";
import { authStorageKey, followRefusals, getClientOf } from "#data/client.ts";
import { activityWritten } from "#data/web_activity_logs/mutations.ts";
import { forgetPlace } from "../last-place.ts";
import { forgetLogin } from "./forget-login.ts";
import { areLoginsApart } from "../profile/profile.ts";
import { closeSession, readSession } from "../store.ts";

/** Longest wait for the last entry of the log before a login ends, in milliseconds. */
const LOG_WAIT_MS = 5000;

/**
 * How often a page asks whether the login still holds, in milliseconds; coming back to the page asks at once, and so does whatever
 * the server refuses.
 */
const CHECK_EVERY_MS = 15_000;

const endings = new Map<SessionKind, Promise<void>>();

/**
 * Ends a kind's session, and forgets where the device starts. In this browser it ends at once, at the sign-in service when the last entry
 * of the log is written. Only the kind's next login waits for that.
 */
export function endSession(kind: SessionKind): void {
  closeSession(kind);
  forgetPlace();
  if (areLoginsApart) void endLogin(kind);
}

/** Ends the login of a kind whose session is over, such as after 8 hours (document 1 §4); a session that runs keeps its own. */
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
 * Calls back when the server has ended the kind's login: its account was removed, or got another password. A server that does
 * not answer ends nothing.
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
    // The question itself may be what was refused.
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
