/** Reading the people of a project: attendants, operators, chauffeurs. */
import { getClient } from "../client.ts";
import { unwrap } from "../unwrap.ts";

/** Somebody's stored login: the password as it stands in the table, readable or hashed. */
export type StoredLogin = { user_id: string; password: string; discord_username: string | null };

/** The person with this ID in this project, or null (document 1 §7). */
export async function findProjectAttendant(userId: string, project: string): Promise<StoredLogin | null> {
  const client = await getClient();
  return unwrap(
    await client
      .from("project_attendants")
      .select("user_id, password, discord_username")
      .eq("user_id", userId)
      .eq("project_id", project)
      .maybeSingle(),
  );
}
