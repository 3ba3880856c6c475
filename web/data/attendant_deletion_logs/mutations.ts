/** Writes the log of removed attendants and operators. */
import type { Acting } from "../acting.ts";
import { ask } from "../ask.ts";
import type { Row } from "../live.ts";

/** The removed person; without a project on routes without one (decisions §2). */
type Removed = Pick<Row<"attendants">, "project_id" | "user_id" | "discord_username">;

/** Logs the removal of an attendant or operator before the account is removed (document 1 §7, document 2 §7). */
export async function insertAttendantDeletionLog(acting: Acting, removed: Removed, deletedBy: string): Promise<void> {
  await ask(acting, (client) =>
    client.from("attendant_deletion_logs").insert({
      project_id: removed.project_id,
      attendant_user_id: removed.user_id,
      user_id: removed.user_id,
      discord_username: removed.discord_username,
      deleted_by: deletedBy,
    }),
  );
}
