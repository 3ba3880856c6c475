/** Links to choose a password with (document 5 §8): keys, the person whom a link is for, and the choice. */
import { isKey } from "./link-keys.ts";
import { readPassword } from "./passwords.ts";
import { noteStaffPassword } from "./staff-accounts.ts";
import { type Body, Refusal, type Services, servicesOf, type Surroundings } from "./surroundings.ts";

/** The person with an ID whom a link is for; all fields are null for an account that signs in by e-mail. */
export type LinkHolder = { kind: string | null; project: string | null; userId: string | null };

const gone = () => new Refusal(404, "This link is used or too old");

/** The person whom a link is for; the link stays unused, since chats open links by themselves. Throws a Refusal 404. */
export async function findHolder({ key }: Body, surroundings: Surroundings): Promise<LinkHolder> {
  const { call } = servicesOf(surroundings, { screen: null });
  const holder = isKey(key) ? await call("POST", "/rest/v1/rpc/read_account_link", { key }) : null;
  if (holder === null) throw gone();
  return holder as LinkHolder;
}

/**
 * Gives the account of a link the password that its holder chose, once, which ends the account's logins. Throws a Refusal; the link stays good
 * after it, except after a 404.
 */
export async function chooseByLink({ key, password }: Body, surroundings: Surroundings): Promise<void> {
  const chosen = readPassword(password);
  const link = { key: isKey(key) ? key : "" };
  const { call } = servicesOf(surroundings, { screen: null });
  const account = (await call("POST", "/rest/v1/rpc/take_account_link", link)) as string | null;
  if (account === null) throw gone();
  const asOwner = servicesOf(surroundings, { account });
  // A person with a mailed link reads the mail of the address, so the address is confirmed; addresses of IDs are confirmed from the start.
  const change = { password: chosen, email_confirm: true, app_metadata: { must_change_password: null } };
  await asOwner.call("PUT", `/auth/v1/admin/users/${account}`, change).catch(async (error: unknown) => {
    await call("POST", "/rest/v1/rpc/give_back_account_link", link);
    throw error;
  });
  await noteStaffPassword(account, asOwner, { isGiven: false });
}

/** Makes a link for somebody with an ID, in place of the earlier one. A repeated call with its key changes nothing. */
export async function makeLink(account: string, key: string, { call }: Services): Promise<void> {
  await call("POST", "/rest/v1/rpc/make_account_link", { account, key, is_new: false });
}

/** Removes the account of somebody who has not used the invitation. Throws a Refusal 409 when there is no invitation to take back. */
export async function revokeInvitation(account: string | null, { call }: Services): Promise<void> {
  const isRevoked = account !== null && (await call("POST", "/rest/v1/rpc/revoke_invitation", { account }));
  if (isRevoked !== true) throw new Refusal(409, "There is no open invitation of this account");
}
