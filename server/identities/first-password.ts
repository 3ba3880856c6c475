// How the console tells the main admin's one-time password: once, and nowhere else.
import { MAIN_ADMIN } from "./set-up.ts";

/** The lines for the console; `address` is where the server is reached. */
export const formatFirstPassword = (address: string, password: string): string =>
  `  The main admin logs in at ${address}/admin-login, once with this password, and chooses another there:\n\n` +
  `    ${MAIN_ADMIN.userId}  ${password}\n\n` +
  "  It is shown this once. Lost it? `npm run harden -- --new-main-admin-password` makes another one.\n";
