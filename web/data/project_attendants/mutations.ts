/** Adding and removing the people of a project: operators and chauffeurs. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { getClient } from "../client.ts";
import { DataError } from "../data-error.ts";
import { insertAttendantDeletionLog } from "../attendant_deletion_logs/mutations.ts";
import { unwrap } from "../unwrap.ts";
import { releaseAnySlot } from "../vehicle_registrations/mutations.ts";
import { projectAttendantQueries } from "./queries.ts";

/** A new account of a project; `password` is stored as typed (document 2 §3). */
export type NewProjectPerson = {
  project: string;
  userId: string;
  password: string;
  discordUsername: string | null;
  createdBy: string;
};

/** Adds a person (document 2 §7). @throws DataError 23505 when the project has the ID already. */
export async function insertProjectPerson(person: NewProjectPerson): Promise<void> {
  const client = await getClient();
  unwrap(
    await client.from("project_attendants").insert({
      project_id: person.project,
      user_id: person.userId,
      password: person.password,
      discord_username: person.discordUsername,
      created_by: person.createdBy,
    }),
  );
}

/** Somebody who is to be removed from a project. */
export type Removal = { id: string; project: string; userId: string };

/**
 * Removes a chauffeur (document 2 §7) and gives their car back first: nobody else could release it afterwards.
 * @throws DataError `gone` when somebody else removed them first.
 */
export async function deleteChauffeur({ id, project, userId }: Removal): Promise<void> {
  await releaseAnySlot({ project, chauffeurId: userId });
  await deletePerson(id);
}

/**
 * Removes an operator after the log row is written (document 2 §7).
 * @throws DataError `gone` when somebody else removed them first.
 */
export async function deleteOperator(
  removal: Removal & { discordUsername: string | null; deletedBy: string },
): Promise<void> {
  const client = await getClient();
  // An account that is gone has its log row already.
  const present = unwrap(await client.from("project_attendants").select("id").eq("id", removal.id).maybeSingle());
  if (present === null) throw gone();
  const { project, userId, discordUsername, deletedBy } = removal;
  await insertAttendantDeletionLog(
    { project_id: project, user_id: userId, discord_username: discordUsername },
    deletedBy,
  );
  await deletePerson(removal.id);
}

async function deletePerson(id: string): Promise<void> {
  const client = await getClient();
  const removed = unwrap(await client.from("project_attendants").delete().eq("id", id).select("id"));
  if (removed.length === 0) throw gone();
}

const gone = () => new DataError("gone", "The account no longer exists");

/** The hook of a call that changes a project's people: the list is fetched again, also when somebody else was faster. */
const definePeopleMutation = <Input extends { project: string }>(call: (input: Input) => Promise<void>) =>
  function usePeopleMutation() {
    const cache = useQueryClient();
    return useMutation({
      mutationFn: call,
      onSettled: (_none, _error, { project }) => cache.invalidateQueries(projectAttendantQueries.ofProject(project)),
    });
  };

export const useInsertProjectPerson = definePeopleMutation(insertProjectPerson);
export const useDeleteChauffeur = definePeopleMutation(deleteChauffeur);
export const useDeleteOperator = definePeopleMutation(deleteOperator);
