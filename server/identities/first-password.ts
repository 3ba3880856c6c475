// Tells the main admin's one-time password once: on a terminal, or in a file that only the server's user reads.
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { MAIN_ADMIN } from "./set-up.ts";

/** Lines for the console; `address` is the server's address. */
export const formatFirstPassword = (address: string, password: string): string =>
  `  The main admin logs in at ${address}/admin-login, once with this password, and chooses another there:\n\n` +
  `    ${MAIN_ADMIN.userId}  ${password}\n\n` +
  "  It is shown this once. Lost it? `npm run harden -- --new-main-admin-password` makes another one.\n";

/**
 * Tells the password on the terminal. Without a terminal, as under a service manager whose log others read, the password is written to
 * `first-password` in the data folder, and the file is named. Throws when the file cannot be written.
 */
export function tellFirstPassword(dataDir: string, address: string, password: string): void {
  if (process.stdout.isTTY) {
    process.stdout.write(`${formatFirstPassword(address, password)}\n`);
    return;
  }
  const file = join(dataDir, "first-password");
  try {
    mkdirSync(dataDir, { recursive: true });
    // An existing file would keep its mode, so it is removed first.
    rmSync(file, { force: true });
    writeFileSync(file, `${password}\n`, { mode: 0o600 });
  } catch (error) {
    const reason = (error as Error).message;
    throw new Error(`The main admin's first password cannot be written (${reason}). Set DATA_DIR to another folder.`, {
      cause: error,
    });
  }
  process.stdout.write(
    `  The main admin logs in at ${address}/admin-login as ${MAIN_ADMIN.userId}, once with the password in ${file}, and chooses\n` +
      "  another there. Remove the file then.\n\n",
  );
}
