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

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
