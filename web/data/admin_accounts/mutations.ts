/** Adds and removes admins of customer sites. */
import { PROTECTED_ADMIN_ID } from "#contract/projects.ts";
import { idKey } from "#contract/staff-address.ts";
import type { Acting } from "../acting.ts";
import { ask, reachOne } from "../ask.ts";
import { DataError } from "../data-error.ts";

export type NewAdminAccount = { project_id: string; user_id: string; password: string; created_by: string };

/** Refuses the ID of the protected account. @throws DataError 23505 */
export function refuseProtectedId(userId: string): void {
  if (idKey(userId) === PROTECTED_ADMIN_ID) throw new DataError("23505", "The ID is the protected one");
}

/** Adds an admin (document 1 §7). @throws DataError 23505 when the ID is taken, or is the protected account's. */
export async function insertAdminAccount(acting: Acting, account: NewAdminAccount): Promise<void> {
  refuseProtectedId(account.user_id);
  await ask(acting, (client) => client.from("admin_accounts").insert(account));
}

/** Removes an admin (document 1 §7). @throws DataError `gone` when another person removed it first. */
export async function deleteAdminAccount(acting: Acting, id: string): Promise<void> {
  await reachOne(acting, "The account no longer exists", (client) =>
    client.from("admin_accounts").delete().eq("id", id).select("id"),
  );
}
