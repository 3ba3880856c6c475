/** The visitor of the landing page: nobody, a guest, or an account (document 1 §4). */
import { useSyncExternalStore } from "react";
import { clearDrafts } from "#shared/form/session-draft.ts";
import { hasAccountHint } from "../account/account-hint.ts";

export type Visitor = "nobody" | "guest" | "account";

/** Guest mode lasts as long as the window, so that a reload or a return after a registration shows the dashboard. */
const GUEST_KEY = "parkering.guest";

/** Code for the sign-in service loads when it is needed, after the first paint. */
const loadAccount = () => import("../account/account.ts");

const listeners = new Set<() => void>();

function notify(): void {
  for (const listener of listeners) listener();
}

/** The visitor, as browser storage says. An account wins over guest mode. */
export function readVisitor(): Visitor {
  if (hasAccountHint()) return "account";
  return sessionStorage.getItem(GUEST_KEY) === null ? "nobody" : "guest";
}

/** Starts guest mode. */
export function enterAsGuest(): void {
  sessionStorage.setItem(GUEST_KEY, "yes");
  notify();
}

/** Signs the visitor in with an account. @throws DataError with the server's message. */
export async function enterWithAccount(email: string, password: string): Promise<void> {
  const { signIn } = await loadAccount();
  await signIn(email, password);
  sessionStorage.removeItem(GUEST_KEY);
  notify();
}

/** Ends guest mode and signs the account out. */
export async function leave(): Promise<void> {
  clearDrafts();
  sessionStorage.removeItem(GUEST_KEY);
  if (hasAccountHint()) await (await loadAccount()).signOut();
  notify();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", listener);
  };
}

/** The visitor as a hook; it follows sign-in and sign-out in every window. A prerendered page starts with nobody. */
export const useVisitor = (): Visitor => useSyncExternalStore(subscribe, readVisitor, () => "nobody");

/**
 * Loads the client, so that it refreshes and checks the stored account from now on. Returns a function that stops it.
 * @throws DataError when the client cannot be loaded.
 */
export async function followAccount(): Promise<() => void> {
  const { confirmAccount, watchAccount } = await loadAccount();
  const stop = await watchAccount(notify);
  if (hasAccountHint()) {
    await confirmAccount();
    notify();
  }
  return stop;
}
