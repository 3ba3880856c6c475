// The pages that are drawn at build time (tools/prerender.mjs), by the addresses that start from them. An address in another spelling, and one
// of a code with capitals (web/app/data-layout.tsx), starts from `app.html`.
import { isOtherProduct, STANDARD_SITE, TAXI_PROJECT } from "#contract/projects.ts";

const DRAWN: readonly (readonly [pattern: RegExp, page: string])[] = [
  [/^\/case$/i, "case"],
  [/^\/case\/[^/]+$/i, "case-of-key"],
  // Keys have this form (web/shared/secret-key.ts). With any other key the page says at once that there is no such receipt.
  [/^\/receipt\/[\w-]{22}$/i, "receipt"],
  [/^\/(start-parking|attendant-login|admin-login|operator-login|login|auth)$/i, "$1"],
  [/^\/YSTAD$/i, "listings"],
  [/^\/721075$/, "dispatch"],
  [/^\/ASE$/i, "ambulance"],
  [/^\/ASE\/employee-login$/i, "employee-login"],
  [/^\/ASE\/admin$/i, "ambulance-admin-login"],
];
const OF_SITE = /^\/([^/A-Z]+)\/(start-parking|attendant-login|admin-login)$/;
const OF_TAXI = `/${TAXI_PROJECT}/chauffeur-login`;

/** The drawn page that an address starts from, like `/case.html`, or undefined. The logins of the standard site show its name at once. */
export function drawnPage(address: string): string | undefined {
  const path = address.replace(/\/$/, "");
  if (path === OF_TAXI) return "/chauffeur-login.html";
  for (const [pattern, page] of DRAWN) {
    const found = pattern.exec(path);
    if (found) return `/${page.replace("$1", (found[1] ?? "").toLowerCase())}.html`;
  }
  const [, site = "", page = ""] = OF_SITE.exec(path) ?? [];
  if (site === "" || isOtherProduct(site)) return undefined;
  return site === STANDARD_SITE.path && page !== "start-parking" ? undefined : `/site-${page}.html`;
}
