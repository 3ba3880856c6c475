/** Adding and removing admins of customer sites. */
import { PROTECTED_ADMIN_ID } from "#contract/projects.ts";
import { getClient } from "../client.ts";
import { DataError } from "../data-error.ts";
import { defineMutation } from "../define-mutation.ts";
import { unwrap } from "../unwrap.ts";
import { adminAccountQueries } from "./queries.ts";

export type NewAdminAccount = { project_id: string; user_id: string; password: string; created_by: string };

/** Adds an admin (document 1 §7). @throws DataError 23505 when the ID is taken, as the protected account's always is. */
export async function insertAdminAccount(account: NewAdminAccount): Promise<void> {
  if (account.user_id.toLowerCase() === PROTECTED_ADMIN_ID) throw new DataError("23505", "The ID is the protected one");
  const client = await getClient();
  unwrap(await client.from("admin_accounts").insert(account));
}

/** Removes an admin (document 1 §7). @throws DataError `gone` when somebody else removed it first. */
export async function deleteAdminAccount(id: string): Promise<void> {
  const client = await getClient();
  const removed = unwrap(await client.from("admin_accounts").delete().eq("id", id).select("id"));
  if (removed.length === 0) throw new DataError("gone", "The account no longer exists");
}

export const useInsertAdminAccount = defineMutation(insertAdminAccount, [adminAccountQueries.all]);
export const useDeleteAdminAccount = defineMutation(deleteAdminAccount, [adminAccountQueries.all]);
