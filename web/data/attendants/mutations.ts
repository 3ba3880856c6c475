/** Adding attendants, and removing them with their log row first. */
import { insertAttendantDeletionLog } from "../attendant_deletion_logs/mutations.ts";
import { getClient } from "../client.ts";
import { DataError } from "../data-error.ts";
import { findProjectAttendant } from "../project_attendants/queries.ts";
import { unwrap } from "../unwrap.ts";
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
export async function insertAttendant(attendant: NewAttendant): Promise<void> {
  const client = await getClient();
  const inProject = await findProjectAttendant(attendant.user_id, attendant.project_id);
  if (inProject !== null) throw new DataError("23505", "The project has an attendant with this ID");
  unwrap(await client.from("attendants").insert(attendant));
}

export type AttendantRemoval = { attendant: Attendant; deletedBy: string };

/** Writes the log row of an attendant who is about to be removed. @throws DataError `gone` when somebody else was faster. */
export async function logAttendantRemoval({ attendant, deletedBy }: AttendantRemoval): Promise<void> {
  const client = await getClient();
  // One that is gone already has its log row; a second one would tell of two removals.
  const present = unwrap(await client.from("attendants").select("id").eq("id", attendant.id).maybeSingle());
  if (present === null) throw gone();
  await insertAttendantDeletionLog(attendant, deletedBy);
}

/**
 * Removes an attendant after its deletion log row is written (document 1 §7).
 * @throws DataError `gone` when somebody else removed it first.
 */
export async function deleteAttendant(removal: AttendantRemoval): Promise<void> {
  await logAttendantRemoval(removal);
  const client = await getClient();
  const { attendant } = removal;
  const removed = unwrap(await client.from("attendants").delete().eq("id", attendant.id).select("id"));
  if (removed.length === 0) throw gone();
}

const gone = () => new DataError("gone", "The attendant no longer exists");
