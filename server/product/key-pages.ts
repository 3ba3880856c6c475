// The addresses of drivers' cases and of receipts. The key in an address opens the case or the parking, so that no log, no cache and no search
// engine may hold the key.

const KEY_PAGE = /^[\\/]+(case|receipt)(?=[\\/]|$)/i;

/** Whether an address is a driver's page of a case or of a receipt (document 4 §5), in any spelling that the front end takes for it. */
export const isKeyPage = (path: string): boolean => KEY_PAGE.test(decoded(path));

/** The address without its key, as logs may hold it. */
export function withoutKey(path: string): string {
  const page = KEY_PAGE.exec(decoded(path))?.[1];
  return page === undefined ? path : `/${page.toLowerCase()}/…`;
}

/** The drawn page that a driver's or a receipt's address starts from (tools/prerender.mjs), or undefined for any other address. */
export function drawnPage(path: string): "/case.html" | "/case-of-key.html" | "/receipt.html" | undefined {
  if (/^\/case\/?$/i.test(path)) return "/case.html";
  // Keys have this form (web/shared/secret-key.ts). With any other key the page says at once that there is no such receipt.
  if (/^\/receipt\/[\w-]{22}\/?$/i.test(path)) return "/receipt.html";
  return /^\/case\/[^/]+\/?$/i.test(path) ? "/case-of-key.html" : undefined;
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
