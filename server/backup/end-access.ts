// What let people in at the moment of a backup may have been ended since: after a restore it counts no more.
import sql from "sql-template-tag";
import type { Database } from "#server/database/driver/connect.ts";
import { removeAccountLinks } from "#server/messages/outbox.ts";

/** Ends all logins, and links to choose a password with, in a restored database. Gives what to print of it. */
export async function endAccess(database: Database): Promise<string[]> {
  // Refresh tokens and shown factors go with their logins.
  await database.query(sql`delete from auth.sessions`);
  const hadLinks = await removeAccountLinks(database);
  return [
    ...(hadLinks ? ["Links to choose a password with are good no more: make new ones."] : []),
    "Everybody logs in again. Passwords, second factors, rights and links of crews and walls are as they were then: " +
      "change again what was changed since.",
  ];
}
