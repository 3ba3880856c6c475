/** Where drivers find this installation: notices, QR codes and letters lead there. */

let publicUrl: string | undefined;

/** Takes the address that the server says of itself (PUBLIC_URL). */
export function setPublicUrl(url: string | undefined): void {
  publicUrl = url?.replace(/\/+$/, "");
}

/** Names of this very machine, which lead a driver to their own phone. */
const OWN_MACHINE = /^(localhost|.+\.localhost|127\..+|0\.0\.0\.0|\[::1?\])$/;

/** The address for drivers: the server's own, else the one that this page has; undefined where that is only this machine's. */
export const driverOrigin = (): string | undefined =>
  publicUrl ?? (OWN_MACHINE.test(window.location.hostname) ? undefined : window.location.origin);
