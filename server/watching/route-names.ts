// Names the route of a request for metrics. There are as many names as the product has routes, whatever addresses people ask for.

const SERVICES: Record<string, readonly string[]> = {
  "/auth/v1/": ["admin", "factors", "logout", "signup", "token", "user"],
  "/storage/v1/": ["object"],
};
const OWN = ["/healthz", "/readyz", "/config.json", "/metrics", "/.well-known/security.txt"];

/**
 * The name of the route that a request's address (with or without its query) belongs to.
 * `isKnown` tells whether a name below /rest/v1 (`parkings`, `rpc/log_in`) or /functions/v1 is one of the product's.
 */
export function nameRoute(address: string, isKnown: (api: "rest" | "functions", name: string) => boolean): string {
  const [path = ""] = address.split("?");
  for (const api of ["rest", "functions"] as const) {
    const start = `/${api}/v1/`;
    if (path.startsWith(start)) return isKnown(api, path.slice(start.length)) ? path : `${start}*`;
  }
  for (const [start, names] of Object.entries(SERVICES)) {
    if (!path.startsWith(start)) continue;
    const [name = ""] = path.slice(start.length).split("/");
    return names.includes(name) ? `${start}${name}` : `${start}*`;
  }
  if (path.startsWith("/realtime/v1/")) return "/realtime/v1/*";
  if (OWN.includes(path)) return path;
  return path.startsWith("/assets/") ? "assets" : "pages";
}
