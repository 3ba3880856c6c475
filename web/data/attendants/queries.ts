/** Reading attendants that admins added under "Hantera konton". */
import { getClient } from "../client.ts";
import type { StoredLogin } from "../project_attendants/queries.ts";
import { unwrap } from "../unwrap.ts";

/** The attendant with this ID, or null (document 1 §7). */
export async function findAttendant(userId: string): Promise<(StoredLogin & { project_id: string | null }) | null> {
  const client = await getClient();
  return unwrap(
    await client
      .from("attendants")
      .select("user_id, password, discord_username, project_id")
      .eq("user_id", userId)
      .maybeSingle(),
  );
}
