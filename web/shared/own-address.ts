/** The address at which drivers find this installation; notices, QR codes and letters show it. */

let publicUrl: string | undefined;

/** Sets the address that the server gives (PUBLIC_URL). */
export function setPublicUrl(url: string | undefined): void {
  publicUrl = url?.replace(/\/+$/, "");
}

/** Names of the machine itself; a driver's phone would look for the page on the phone. */
const OWN_MACHINE = /^(localhost|.+\.localhost|127\..+|0\.0\.0\.0|\[::1?\])$/;

/** The address for drivers: the server's own, else this page's. Undefined when the page's address works only on this machine. */
export const driverOrigin = (): string | undefined =>
  publicUrl ?? (OWN_MACHINE.test(window.location.hostname) ? undefined : window.location.origin);
