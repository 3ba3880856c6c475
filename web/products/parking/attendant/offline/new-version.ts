// The kept application: kept when an attendant has logged in, offered anew when the server has another build, and taken without asking where
// this one may not be used any more (document 4 §6).
import { readConfig } from "#data/config.ts";
import { isOwnProfile } from "#session/profile/profile.ts";
import { isLower } from "./rules/version.ts";

const VERSION = import.meta.env.VITE_VERSION ?? "0.0.0";

/** Screens where somebody fills in a form: nothing is taken from under them. */
const FORMS = /\/(generate-ticket|create-report|shift-registration)(\/|$)/i;

let isBegun = false;

/** Keeps the application on the device, and follows whether there is a newer one. Nothing on a page without TLS. */
export async function keepApplication(): Promise<void> {
  document.querySelector<HTMLLinkElement>('link[rel="manifest"]')?.setAttribute("href", "/attendant.webmanifest");
  if (isBegun || !("serviceWorker" in navigator) || import.meta.env.DEV) return;
  isBegun = true;
  const registration = await navigator.serviceWorker.register("/sw.js").catch(() => undefined);
  if (registration === undefined) return;
  const look = () => void followVersion(registration).catch(() => undefined);
  registration.addEventListener("updatefound", () => {
    const coming = registration.installing;
    coming?.addEventListener("statechange", () => coming.state === "installed" && look());
  });
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") void registration.update().catch(() => undefined);
    look();
  });
  look();
}

/**
 * The same on a page that the device opened itself, also while nobody is logged in: it may be too old to log in with. To be called with
 * each screen: what had to wait for a form is taken on the next one.
 */
export function followKeptApplication(): void {
  if (late !== undefined && !FORMS.test(location.pathname)) void takeNewVersion(late);
  else if ("serviceWorker" in navigator && navigator.serviceWorker.controller !== null) void keepApplication();
}

/** Whether the server says that this page may not be used as it is: of another profile, or of a version that is too low. */
async function mustGo(): Promise<boolean> {
  const { securityProfile, lowestVersion } = await readConfig();
  return !isOwnProfile(securityProfile) || (lowestVersion !== undefined && isLower(VERSION, lowestVersion));
}

/** What has to be taken, but not from under the form that is open. */
let late: ServiceWorkerRegistration | undefined;

let offered: ServiceWorkerRegistration | undefined;
const listeners = new Set<() => void>();

/** Whether a newer application waits to take over. */
export const isNewVersionOffered = (): boolean => offered !== undefined;

/** Calls back when a newer application waits. Gives back the way to stop. */
export function onNewVersion(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Lets the offered application take over. */
export const takeOfferedVersion = (): void => void (offered && takeNewVersion(offered, true));

async function followVersion(registration: ServiceWorkerRegistration): Promise<void> {
  const isForced = await mustGo().catch(() => false);
  // What waits and what is typed lie on the device.
  if (isForced && !FORMS.test(location.pathname)) return takeNewVersion(registration);
  late = isForced ? registration : undefined;
  const isUpdate = registration.waiting !== null && navigator.serviceWorker.controller !== null;
  if (!isUpdate || offered !== undefined) return;
  offered = registration;
  for (const listener of listeners) listener();
}

let isTaking = false;

/** Whether the page is about to be loaded anew for a newer application: nobody is asked about leaving what lies on the device. */
export const isTakingVersion = (): boolean => isTaking;

const RELOADED = "parkering.reloaded-for-version";
const QUIET_MS = 60_000;

/** Lets the newer application take over and reloads; without one the kept one goes, and the server's is fetched. */
async function takeNewVersion(registration: ServiceWorkerRegistration, isAsked = false): Promise<void> {
  // A server whose front end is too low itself must not make a page reload for ever.
  if (!isAsked && Date.now() - Number(sessionStorage.getItem(RELOADED)) < QUIET_MS) return;
  sessionStorage.setItem(RELOADED, String(Date.now()));
  // The version that was offered lies on the device: a person who presses does not wait for the network.
  const isSure = isAsked || (await isUpdated(registration));
  if (registration.waiting === null && registration.installing === null) {
    // Without a network the kept application stays, since nothing else would open.
    if (!isSure) return sessionStorage.removeItem(RELOADED);
    // Where a person has pressed, another tab has let the version take over.
    if (!isAsked) await registration.unregister();
    return reload();
  }
  navigator.serviceWorker.addEventListener("controllerchange", reload, { once: true });
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a service worker is of this origin alone
  const take = () => registration.waiting?.postMessage({ type: "SKIP_WAITING" });
  const takeComing = () => registration.installing?.addEventListener("statechange", take);
  take();
  takeComing();
  // A still newer one, which takes the place of the one that waits, is taken instead.
  registration.addEventListener("updatefound", takeComing);
}

/** Whether the server was asked for a newer application; one that answers, but has none to give, was. */
const isUpdated = (registration: ServiceWorkerRegistration): Promise<boolean> =>
  registration
    .update()
    .then(() => true, mustGo)
    .catch(() => false);

function reload(): void {
  isTaking = true;
  location.reload();
}
