/** Makes accounts by the function create-admin-user, and removes them (document 2 §7). */
import type { AccountType } from "#contract/states.ts";
import type { Acting } from "../acting.ts";
import { DataError } from "../data-error.ts";
import { defineMutation } from "../define-mutation.ts";
import { callAccountFunction } from "../staff_accounts/function.ts";
import { unwrap } from "../unwrap.ts";
import { type Credential, credentialQueries } from "./queries.ts";

export type NewAccount = {
  email: string;
  password: string;
  accountType: Exclude<AccountType, "admin">;
  /** Mails the person a link to choose a password, in place of this one (`hardened`). */
  invite?: boolean;
  /** The maker; absent at the general sign-in (document 2 §7). */
  createdBy?: "admin" | "super-admin";
};

/**
 * Makes an account with its role.
 * @throws DataError `refused` with the function's words when the account is not allowed, another code when the function failed.
 */
export const createAccount = (acting: Acting, account: NewAccount): Promise<void> =>
  // The function's own words are shown, also for an address that is taken.
  callAccountFunction(acting, account, {});

/**
 * Makes an administrator of e-mail accounts, as the main admin may in the profile `hardened`.
 * @throws DataError 23505 when the address is taken, `refused` with the function's words.
 */
const createEmailAdmin = (acting: Acting, account: Pick<NewAccount, "email" | "password" | "invite">): Promise<void> =>
  callAccountFunction(acting, { ...account, accountType: "admin" });

/**
 * Removes a credential, and then the roles and the profile of the account with its address (document 2 §7). The database removes the
 * account with the credential, and completes a removal that fails half-way.
 * @throws DataError `gone` when another person removed all of it first.
 */
export async function deleteCredential(acting: Acting, { id, email }: Pick<Credential, "id" | "email">): Promise<void> {
  const client = await acting.client();
  const profile = unwrap(await client.from("profiles").select("id").eq("email", email).maybeSingle());
  const removed = unwrap(await client.from("admin_user_credentials").delete().eq("id", id).select("id"));
  if (profile !== null) {
    unwrap(await client.from("user_roles").delete().eq("user_id", profile.id).select("id"));
    unwrap(await client.from("profiles").delete().eq("id", profile.id).select("id"));
  }
  if (removed.length === 0 && profile === null) throw new DataError("gone", "The credential no longer exists");
}

export const useCreateEmailAdmin = defineMutation(createEmailAdmin, [credentialQueries.all]);
export const useCreateAccount = defineMutation(createAccount, [credentialQueries.all]);
