/** Accounts that sign in by e-mail and have a role (document 2 §7), and their removal in the profile `hardened`. */
import type { Caller } from "./caller.ts";
import { makeUser } from "./make-user.ts";
import { readPassword } from "./passwords.ts";
import { findStaff, isStaffAddress, isUsernameAddress } from "./staff-kinds.ts";
import { type Body, eq, Refusal, type Services, type Surroundings } from "./surroundings.ts";

/** Kinds of e-mail accounts, with the role that each gives. An admin is made by the main admin alone, and never with the public key. */
const ROLE_OF = { employee: "employee", customer: "customer", member: "member", admin: "admin" } as const;
const CREATORS = ["admin", "super-admin"];
const EMAIL_MAX = 320;
/** The super admin's own account is never removed (document 2 §6). */
const SUPER_ADMIN_EMAIL = "superadmin@parkering.example";
const isSuperAdmin = (email: string) => email.trim().toLowerCase() === SUPER_ADMIN_EMAIL;
const TAKEN = "An account with this email address already exists";

type AccountType = keyof typeof ROLE_OF;
export type Wanted = {
  email: string;
  /** Password of the new account. Somebody who is invited has a password that nobody knows. */
  password: string;
  accountType: AccountType;
  isInvited: boolean;
};

/** Reads the wanted account of a body. Throws a Refusal that says what is wrong with it. */
export function readWanted(
  { email, password: given, accountType, createdBy, invite }: Body,
  { mayBeAdmin, profile }: { mayBeAdmin: boolean; profile: Surroundings["securityProfile"] },
): Wanted {
  const mayBeInvited = profile === "hardened";
  const isInvited = mayBeInvited && invite === true;
  const password = isInvited ? crypto.randomUUID() : given;
  if (typeof email !== "string" || typeof password !== "string" || email.trim() === "" || password === "") {
    throw new Refusal(400, "Email and password are required");
  }
  const address = email.trim().toLowerCase();
  if (address.length > EMAIL_MAX || !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(address)) {
    throw new Refusal(400, "The email address is not valid");
  }
  const checked = readPassword(password, profile);
  const isKnown = typeof accountType === "string" && Object.hasOwn(ROLE_OF, accountType);
  if (!isKnown || (accountType === "admin" && !mayBeAdmin)) {
    throw new Refusal(400, "The account type must be employee, customer or member");
  }
  if (createdBy !== undefined && !CREATORS.includes(createdBy as string)) {
    throw new Refusal(400, "createdBy must be admin or super-admin");
  }
  return { email: address, password: checked, accountType: accountType as AccountType, isInvited };
}

/** Throws a Refusal 409 for an address whose account was removed: the person comes back when an administrator makes another account. */
export async function requireNew({ email }: Wanted, { call }: Services): Promise<void> {
  const had = await call("POST", "/rest/v1/rpc/had_account", { address: email });
  if (had === true) throw new Refusal(409, "The account with this email address was removed");
}

/**
 * Makes the account with its role and its row in the super admin's list, and gives its id. A failure takes back the parts that were made.
 * Readable passwords are a weakness that only the profile `specified` keeps (document 2 §3).
 */
export async function createAccount(
  { email, password, accountType, isInvited }: Wanted,
  profile: Surroundings["securityProfile"],
  services: Services,
): Promise<string> {
  const { call } = services;
  const isSpecified = profile === "specified";
  if (!isSpecified && isStaffAddress(email)) throw new Refusal(400, "This address is reserved");
  // The profile is made by the database, which refuses made-up addresses that the server did not give.
  const assigned = !isSpecified && isUsernameAddress(email) ? { assigned: true } : {};
  // Somebody else chose the password, so it must be changed (in `specified` the general sign-in makes accounts with the person's own).
  const app_metadata = { ...assigned, ...(isSpecified ? {} : { must_change_password: true }) };
  const user = { email, password, email_confirm: true, app_metadata };
  const id = await makeUser(user, TAKEN, services);
  try {
    await call("POST", "/rest/v1/user_roles", { user_id: id, role: ROLE_OF[accountType] }, TAKEN);
    const credential = { email, password_text: isSpecified ? password : null, account_type: accountType };
    await call("POST", "/rest/v1/admin_user_credentials", credential, TAKEN);
    if (isInvited) await sendLink(id, "invitation", services);
  } catch (error) {
    await call("DELETE", `/auth/v1/admin/users/${id}`).catch(() => undefined);
    throw error;
  }
  return id;
}

/** An account that signs in by e-mail, or its row in the super admin's list; either may be gone. */
export type EmailAccount = {
  accountId: string | null;
  credentialId: string | null;
  email: string;
  /** Whether the account administers e-mail accounts, by the list. */
  isListedAdmin: boolean;
};

/** The account with an id. Throws a Refusal 404 when there is none. */
export async function findAccount(accountId: string, { call }: Services): Promise<EmailAccount> {
  const { email } = (await call("GET", `/auth/v1/admin/users/${accountId}`)) as { email: string };
  return { accountId, credentialId: null, email, isListedAdmin: false };
}

/** The account of a row in the super admin's list. Throws a Refusal 404 when there is no such row. */
export async function findByCredential(credentialId: string, services: Services): Promise<EmailAccount> {
  const [found] = await services.rows<{ email: string; account_type: string }>(
    `admin_user_credentials?select=email,account_type&id=${eq(credentialId)}`,
  );
  if (found === undefined) throw new Refusal(404, "No such account");
  const { email, account_type: type } = found;
  const accountId = (await services.call("POST", "/rest/v1/rpc/find_account", { address: email })) as string | null;
  // A list could name an address that was made from an ID. An admin of e-mail accounts must not touch such an account.
  const isStaff = accountId !== null && (await findStaff(services, accountId)) !== null;
  return { accountId: isStaff ? null : accountId, credentialId, email, isListedAdmin: type === "admin" };
}

/**
 * Removes an account with its roles, its profile and its row in the list; only the main admin removes administrators. Throws a Refusal 403.
 */
export async function deleteEmailAccount(account: EmailAccount, caller: Caller, { call }: Services): Promise<void> {
  const { accountId, email, isListedAdmin } = account;
  if (!caller.is_account_admin && !(caller.kind === "main-admin" && isListedAdmin))
    throw new Refusal(403, "Access denied. Admin privileges required.");
  if (isSuperAdmin(email) || accountId === caller.account_id)
    throw new Refusal(403, "Your own account cannot be removed");
  // The account goes first: when the list's row stays behind, another call finishes the removal.
  if (accountId !== null) await call("DELETE", `/auth/v1/admin/users/${accountId}`);
  await call("DELETE", `/rest/v1/admin_user_credentials?email=${eq(email)}`);
}

/** Confirms an address: an administrator says that it belongs to the person who signed up with it. Throws a Refusal 403, or 404. */
export async function confirmAddress(accountId: string | null, caller: Caller, { call }: Services): Promise<void> {
  requireEmailAdmin(caller);
  if (accountId === null) throw new Refusal(404, "No such account");
  if (accountId === caller.account_id) throw new Refusal(403, "Nobody confirms the own address");
  await call("PUT", `/auth/v1/admin/users/${accountId}`, { email_confirm: true });
}

/** Notes whether another person chose the account's password: then its owner reaches nothing before choosing one. */
export async function noteEmailPassword(accountId: string, { call }: Services, { isGiven }: { isGiven: boolean }) {
  const app_metadata = { must_change_password: isGiven ? true : null };
  await call("PUT", `/auth/v1/admin/users/${accountId}`, { app_metadata });
}

/** Throws a Refusal 403 when the caller may not give passwords to accounts that sign in by e-mail. */
export function requireEmailAdmin(caller: Caller): void {
  if (!caller.is_account_admin && caller.kind !== "main-admin")
    throw new Refusal(403, "Access denied. Admin privileges required.");
}

/**
 * Throws a Refusal 403 when the caller may not give this account another password or remove its factor: the super admin's own account is for
 * the main admin alone, since other administrators could become the super admin.
 */
export function requireChangeable({ email }: EmailAccount, caller: Caller): void {
  requireEmailAdmin(caller);
  if (isSuperAdmin(email) && caller.kind !== "main-admin")
    throw new Refusal(403, "Access denied. Only the main admin changes the super admin's account.");
}

/** Gives an account another password, which ends its logins. Throws a Refusal 403, or 404 when the account is gone. */
export async function setEmailPassword(
  account: EmailAccount,
  password: string,
  caller: Caller,
  { call }: Services,
): Promise<void> {
  requireChangeable(account, caller);
  const { accountId } = account;
  if (accountId === null) throw new Refusal(404, "No such account");
  const app_metadata = { must_change_password: true };
  await call("PUT", `/auth/v1/admin/users/${accountId}`, { password, app_metadata });
}

/**
 * Sends an account's person a link to choose a password with. Throws a Refusal: 404 when the account is gone, 400 where no mail can reach
 * it or five did in a day.
 */
export async function sendLink(
  accountId: string | null,
  kind: "invitation" | "new_password",
  { call }: Services,
): Promise<void> {
  if (accountId === null) throw new Refusal(404, "No such account");
  const isSent = await call("POST", "/rest/v1/rpc/send_account_link", { account: accountId, kind });
  if (isSent !== true) throw new Refusal(400, "No mail can be sent to this account, or it got five links in a day");
}
