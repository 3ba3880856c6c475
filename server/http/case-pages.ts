// The addresses of drivers' cases. The key in them opens the case, so that it stands in no log, no cache and no search engine.

const CASE_PAGE = /^\/case(?=\/|$)/i;

/** Whether an address is a driver's page of a case (document 4 §5), in any spelling that the front end takes for it. */
export const isCasePage = (path: string): boolean => CASE_PAGE.test(decoded(path));

/** An address as logs may hold it. */
export const withoutKey = (path: string): string => (isCasePage(path) ? "/case/…" : path);

/** The drawn page that a driver's address starts from (tools/prerender.mjs), or undefined for any other address. */
export function drawnCasePage(path: string): "/case.html" | "/case-of-key.html" | undefined {
  if (/^\/case\/?$/i.test(path)) return "/case.html";
  return /^\/case\/[^/]+\/?$/i.test(path) ? "/case-of-key.html" : undefined;
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
