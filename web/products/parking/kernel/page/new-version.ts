// The application stored on the phone. It is stored after an attendant's login, a new version is offered when the server has another build,
// and a forbidden version is replaced without asking (document 4 §6).
import { readConfig } from "#data/config.ts";
import { isOwnProfile } from "#session/profile/profile.ts";
import { isLower } from "./version.ts";

const VERSION = import.meta.env.VITE_VERSION ?? "0.0.0";

/** Screens with a form, which must not be reloaded. */
const FORMS = /\/(generate-ticket|create-report|shift-registration)(\/|$)/i;

let isBegun = false;

/** Stores the application on the device, and watches for newer versions. Nothing on a page without TLS. */
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
 * Follows newer versions on a page that came from the device, also without a login: it may be too old for the login. Called with each
 * screen, so that an update that waited for a form happens on the next screen.
 */
export function followKeptApplication(): void {
  if (late !== undefined && !FORMS.test(location.pathname)) void takeNewVersion(late);
  else if ("serviceWorker" in navigator && navigator.serviceWorker.controller !== null) void keepApplication();
}

/** Whether the server forbids this page's version: another profile, or a version that is too low. */
async function mustGo(): Promise<boolean> {
  const { securityProfile, lowestVersion } = await readConfig();
  return !isOwnProfile(securityProfile) || (lowestVersion !== undefined && isLower(VERSION, lowestVersion));
}

/** An update that must happen, but waits for the open form. */
let late: ServiceWorkerRegistration | undefined;

let offered: ServiceWorkerRegistration | undefined;
const listeners = new Set<() => void>();

/** Whether a newer application waits to take over. */
export const isNewVersionOffered = (): boolean => offered !== undefined;

/** Calls `listener` when a newer application waits. Returns a function that stops it. */
export function onNewVersion(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Activates the offered application. */
export const takeOfferedVersion = (): void => void (offered && takeNewVersion(offered, true));

async function followVersion(registration: ServiceWorkerRegistration): Promise<void> {
  const isForced = await mustGo().catch(() => false);
  // Waiting entries and drafts are safe on the device.
  if (isForced && !FORMS.test(location.pathname)) return takeNewVersion(registration);
  late = isForced ? registration : undefined;
  const isUpdate = registration.waiting !== null && navigator.serviceWorker.controller !== null;
  if (!isUpdate || offered !== undefined) return;
  offered = registration;
  for (const listener of listeners) listener();
}

let isTaking = false;

/** Whether the page is about to reload for a newer application: the guard of forms then does not ask. */
export const isTakingVersion = (): boolean => isTaking;

const RELOADED = "parkering.reloaded-for-version";
const QUIET_MS = 60_000;

/** Activates the newer application and reloads. Without a newer one the stored application is removed, and the server's is fetched. */
async function takeNewVersion(registration: ServiceWorkerRegistration, isAsked = false): Promise<void> {
  // A server whose front end is itself too low must not make a page reload for ever.
  if (!isAsked && Date.now() - Number(sessionStorage.getItem(RELOADED)) < QUIET_MS) return;
  sessionStorage.setItem(RELOADED, String(Date.now()));
  // The offered version is already on the device, so a press does not wait for the network.
  const isSure = isAsked || (await isUpdated(registration));
  if (registration.waiting === null && registration.installing === null) {
    // Without a network the stored application stays, because nothing else would open.
    if (!isSure) return sessionStorage.removeItem(RELOADED);
    // After a press without a waiting version, another tab has already activated it.
    if (!isAsked) await registration.unregister();
    return reload();
  }
  navigator.serviceWorker.addEventListener("controllerchange", reload, { once: true });
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a service worker is of this origin alone
  const take = () => registration.waiting?.postMessage({ type: "SKIP_WAITING" });
  const takeComing = () => registration.installing?.addEventListener("statechange", take);
  take();
  takeComing();
  // An even newer version, which replaces the waiting one, is activated instead.
  registration.addEventListener("updatefound", takeComing);
}

/** Whether the server was asked for a newer application; an answer without one counts as asked. */
const isUpdated = (registration: ServiceWorkerRegistration): Promise<boolean> =>
  registration
    .update()
    .then(() => true, mustGo)
    .catch(() => false);

function reload(): void {
  isTaking = true;
  location.reload();
}
