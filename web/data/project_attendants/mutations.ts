/** Adding and removing the people of a project: operators and chauffeurs. */
import { ask, reachOne } from "../ask.ts";
import { insertAttendantDeletionLog } from "../attendant_deletion_logs/mutations.ts";
import { releaseAnySlot } from "../vehicle_registrations/mutations.ts";

/** A new account of a project; `password` is stored as typed (document 2 §3). */
export type NewProjectPerson = {
  project_id: string;
  user_id: string;
  password: string;
  discord_username: string | null;
  created_by: string;
};

/** Adds a person (document 2 §7). @throws DataError 23505 when the project has the ID already. */
export async function insertProjectPerson(person: NewProjectPerson): Promise<void> {
  await ask((client) => client.from("project_attendants").insert(person));
}

/** Somebody who is to be removed from a project. */
export type Removal = { id: string; accountId: string | null; project: string; userId: string };

/**
 * Removes a chauffeur (document 2 §7) and gives their car back first: nobody else could release it afterwards.
 * @throws DataError `gone` when somebody else removed them first.
 */
export async function deleteChauffeur({ id, project, userId }: Removal): Promise<void> {
  await releaseAnySlot({ project, chauffeurId: userId });
  await deletePerson(id);
}

/** An operator who is to be removed, as the log notes it. */
export type OperatorRemoval = Removal & { discordUsername: string | null; deletedBy: string };

/** Writes the log row of an operator who is about to be removed. @throws DataError `gone` when somebody else was faster. */
export async function logOperatorRemoval(removal: OperatorRemoval): Promise<void> {
  // An account that is gone has its log row already.
  await reachOne(GONE, (client) => client.from("project_attendants").select("id").eq("id", removal.id));
  const { project, userId, discordUsername, deletedBy } = removal;
  await insertAttendantDeletionLog(
    { project_id: project, user_id: userId, discord_username: discordUsername },
    deletedBy,
  );
}

/**
 * Removes an operator after the log row is written (document 2 §7).
 * @throws DataError `gone` when somebody else removed them first.
 */
export async function deleteOperator(removal: OperatorRemoval): Promise<void> {
  await logOperatorRemoval(removal);
  await deletePerson(removal.id);
}

const deletePerson = (id: string): Promise<void> =>
  reachOne(GONE, (client) => client.from("project_attendants").delete().eq("id", id).select("id"));

const GONE = "The account no longer exists";
