/** Adds attendants, and removes them after writing a log row. */
import type { Acting } from "../acting.ts";
import { insertAttendantDeletionLog } from "../attendant_deletion_logs/mutations.ts";
import { ask, reachOne } from "../ask.ts";
import { DataError } from "../data-error.ts";
import { findProjectAttendant } from "../project_attendants/queries.ts";
import type { Attendant } from "./queries.ts";

export type NewAttendant = {
  project_id: string;
  user_id: string;
  password: string;
  discord_username: string | null;
};

/**
 * Adds an attendant (document 1 §7).
 * @throws DataError 23505 when the ID is taken, also by one of the project's own attendants: the login finds those first.
 */
export async function insertAttendant(acting: Acting, attendant: NewAttendant): Promise<void> {
  const inProject = await findProjectAttendant(acting, attendant.user_id, attendant.project_id);
  if (inProject !== null) throw new DataError("23505", "The project has an attendant with this ID");
  await ask(acting, (client) => client.from("attendants").insert(attendant));
}

export type AttendantRemoval = { attendant: Attendant; deletedBy: string };

/** Writes the log row of an attendant who is about to be removed. @throws DataError `gone` when another person was faster. */
export async function logAttendantRemoval(acting: Acting, { attendant, deletedBy }: AttendantRemoval): Promise<void> {
  // An attendant who is gone has a log row already; a second row would report two removals.
  await reachOne(acting, GONE, (client) => client.from("attendants").select("id").eq("id", attendant.id));
  await insertAttendantDeletionLog(acting, attendant, deletedBy);
}

/**
 * Removes an attendant after the log row is written (document 1 §7).
 * @throws DataError `gone` when another person removed the attendant first.
 */
export async function deleteAttendant(acting: Acting, removal: AttendantRemoval): Promise<void> {
  await logAttendantRemoval(acting, removal);
  const { id } = removal.attendant;
  await reachOne(acting, GONE, (client) => client.from("attendants").delete().eq("id", id).select("id"));
}

const GONE = "The attendant no longer exists";
