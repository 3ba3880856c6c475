/** Adds and removes the people of a project: operators and chauffeurs. */
import type { Acting } from "../acting.ts";
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
export async function insertProjectPerson(acting: Acting, person: NewProjectPerson): Promise<void> {
  await ask(acting, (client) => client.from("project_attendants").insert(person));
}

/** A person to remove from a project. */
export type Removal = { id: string; accountId: string | null; project: string; userId: string };

/**
 * Removes a chauffeur (document 2 §7), after giving the car back: nobody else could release it afterwards.
 * @throws DataError `gone` when another person removed the chauffeur first.
 */
export async function deleteChauffeur(acting: Acting, { id, project, userId }: Removal): Promise<void> {
  await releaseAnySlot(acting, { project, chauffeurId: userId });
  await deletePerson(acting, id);
}

/** An operator to remove, with the facts for the log. */
export type OperatorRemoval = Removal & { discordUsername: string | null; deletedBy: string };

/** Writes the log row of an operator who is about to be removed. @throws DataError `gone` when another person was faster. */
export async function logOperatorRemoval(acting: Acting, removal: OperatorRemoval): Promise<void> {
  // An account that is gone has its log row already.
  await reachOne(acting, GONE, (client) => client.from("project_attendants").select("id").eq("id", removal.id));
  const { project, userId, discordUsername, deletedBy } = removal;
  await insertAttendantDeletionLog(
    acting,
    { project_id: project, user_id: userId, discord_username: discordUsername },
    deletedBy,
  );
}

/**
 * Removes an operator after the log row is written (document 2 §7).
 * @throws DataError `gone` when another person removed the operator first.
 */
export async function deleteOperator(acting: Acting, removal: OperatorRemoval): Promise<void> {
  await logOperatorRemoval(acting, removal);
  await deletePerson(acting, removal.id);
}

const deletePerson = (acting: Acting, id: string): Promise<void> =>
  reachOne(acting, GONE, (client) => client.from("project_attendants").delete().eq("id", id).select("id"));

const GONE = "The account no longer exists";
