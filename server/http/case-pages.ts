// The addresses of drivers' cases. The key in them opens the case, so that it stands in no log, no cache and no search engine.

const CASE_PAGE = /^\/case(?=\/|$)/i;

/** Whether an address is a driver's page of a case (document 4 §5), in any spelling that the front end takes for it. */
export const isCasePage = (path: string): boolean => CASE_PAGE.test(decoded(path));

/** An address as logs may hold it. */
export const withoutKey = (path: string): string => (isCasePage(path) ? "/case/…" : path);

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
