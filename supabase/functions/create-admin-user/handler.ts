/**
 * Makes, changes and removes accounts (document 2 §7, decisions §4): the only way to the sign-in service's accounts. The folder serves two
 * places: `index.ts` starts the function on Supabase, `server/functions` on the single server. The function imports nothing from outside,
 * so that both can load it.
 */
import { chooseByLink, findHolder, type LinkHolder, makeLink, revokeInvitation } from "./account-links.ts";
import { answerPost } from "./answer-post.ts";
import { type Caller, findCaller, requireOwnPassword, tokenOf } from "./caller.ts";
import {
  createAccount,
  deleteEmailAccount,
  type EmailAccount,
  findAccount,
  findByCredential,
  confirmAddress,
  noteEmailPassword,
  readWanted,
  requireChangeable,
  requireNew,
  requireEmailAdmin,
  sendLink,
  setEmailPassword,
} from "./email-accounts.ts";
import { readNewKey } from "./link-keys.ts";
import { readPassword } from "./passwords.ts";
import { removeFactors } from "./second-factors.ts";
import {
  createStaff,
  deleteStaff,
  noteStaffPassword,
  requireManaged,
  setStaffPassword,
  updateStaff,
} from "./staff-accounts.ts";
import { findStaff, type StaffAccount } from "./staff-kinds.ts";
import {
  type Body,
  Refusal,
  type Services,
  servicesOf,
  type Surroundings,
  type Told,
  weaknessOf,
} from "./surroundings.ts";

/**
 * Answers POST with JSON, which nobody on the way keeps. Without `action`, or with `create` and no `kind`:
 * `{ email, password, accountType, createdBy? }` makes an account with a role, 201 `{ message }`; the type `admin` is for the main admin
 * of `hardened`. The other actions are those of the profile `hardened`:
 * - `create` `{ kind, project?, userId, password | key, discordUsername? | name? }` → 201 `{ message, id }`; with a `key` the person chooses a
 *   password with the link that has it, and a repeated call is answered as the first
 * - `make-link` `{ accountId, key }` of somebody with an ID: such a link, in place of the earlier one
 * - `revoke-invitation` `{ accountId }` of somebody who has not used one: the account goes
 * - `set-password` `{ accountId | credentialId, password }`, `delete` `{ accountId | credentialId }`
 * - `update` `{ accountId, userId, name }` of an ambulance employee, `change-own-password` `{ password, currentPassword? }`, which asks
 *   for no current one while the password is another person's choice
 * - `remove-second-factor` `{ accountId | credentialId }` of somebody who lost it, `remove-own-factor` `{ factorId, currentPassword }`. Nobody
 *   gives themselves a password or removes their own factor as if it were another's: both ask for the current password
 * - `send-link` `{ accountId | credentialId }` of an account that signs in by e-mail: a mail with a link to choose a password with. An
 *   account that is made with `invite: true` gets one in place of a password
 * - `confirm-address` `{ accountId }` of somebody who signed up, and had no mail with a link
 * - `read-link` `{ key }`, `choose-password` `{ key, password }` by whoever has the link, without a login; 404 for one that is none, was used
 *   or is too old. Reading uses nothing, and tells the person's kind, project and ID
 *
 * Errors are `{ error }`, with an `error_code` where a screen tells them apart (`own_account`, `weak_password` with its `reasons`,
 * `current_password_required`, `current_password_invalid`): 400 for a body that is wrong, 401 and 403 for callers that may not, 404 for an account that is gone, 409 for a
 * name that is taken, 502 when the services behind it fail. In the profile `specified` the public key is enough to make an
 * account, as document 2 §7 has it (a known weakness), and everything else is refused.
 */
export const handleCreateAdminUser = (request: Request, surroundings: Surroundings): Promise<Response> =>
  answerPost(request, surroundings, async (reached) => {
    const { status, ...body } = await act(request, reached);
    return { status, body };
  });

type Answer = { status: number; message: string; id?: string } & Partial<LinkHolder>;

async function act(request: Request, surroundings: Surroundings): Promise<Answer> {
  const { securityProfile: profile } = surroundings;
  // The caller is looked up first, so that strangers learn nothing about bodies.
  const byLink = profile === "hardened" ? await actByLink(await readBody(request.clone()), surroundings) : null;
  if (byLink !== null) return byLink;
  const caller = profile === "specified" ? null : await findCaller(request, surroundings);
  const by = caller === null ? { screen: request.headers.get("x-acting-as") } : { account: caller.account_id };
  const services = servicesOf(surroundings, by);
  const body = await readBody(request);
  const { action = "create" } = body;
  const isEmailAccount = action === "create" && body["kind"] === undefined;
  if (caller === null) {
    if (!isEmailAccount) throw new Refusal(403, "This server keeps accounts in its tables (profile specified)");
    return createEmailAccount(body, profile, services);
  }
  if (action === "change-own-password") return changeOwnPassword(request, body, caller, surroundings, services);
  requireOwnPassword(caller);
  if (action === "remove-own-factor") return removeOwnFactor(request, body, surroundings, services);
  if (isEmailAccount) {
    // The first administrator of e-mail accounts is made by a person with an ID.
    const makesAdmin = caller.kind === "main-admin" && body["accountType"] === "admin";
    if (!caller.is_account_admin && !makesAdmin) throw new Refusal(403, "Access denied. Admin privileges required.");
    return createEmailAccount(body, profile, services, { makesAdmin });
  }
  return actOnStaff(action, body, caller, services);
}

/** Acts that need a link and no login: reading the link, and choosing the password. Null for another action. */
async function actByLink(body: Body, surroundings: Surroundings): Promise<Answer | null> {
  const { action } = body;
  if (action === "read-link") return { status: 200, message: "Link read", ...(await findHolder(body, surroundings)) };
  if (action !== "choose-password") return null;
  await chooseByLink(body, surroundings);
  return { status: 200, message: "Password chosen" };
}

async function readBody(request: Request): Promise<Body> {
  const body: unknown = await request.json().catch(() => null);
  return typeof body === "object" && body !== null && !Array.isArray(body) ? (body as Body) : {};
}

async function createEmailAccount(
  body: Body,
  profile: Surroundings["securityProfile"],
  services: Services,
  { makesAdmin } = { makesAdmin: false },
): Promise<Answer> {
  const wanted = readWanted(body, { mayBeAdmin: makesAdmin, profile });
  // A request of the general sign-in is known by its account type, employee, and by the creator that it lacks.
  const isSignIn = profile === "specified" && body["createdBy"] === undefined && wanted.accountType === "employee";
  if (isSignIn) await requireNew(wanted, services);
  await createAccount(wanted, profile, services);
  return { status: 201, message: `Account created for ${wanted.email}` };
}

async function actOnStaff(action: unknown, body: Body, caller: Caller, services: Services): Promise<Answer> {
  switch (action) {
    case "create":
      return { status: 201, message: "Account created", id: await createStaff(body, caller, services) };
    case "set-password": {
      const password = readPassword(body["password"]);
      const { staff, account } = await findAnother(body, caller, services);
      if (staff !== null) await setStaffPassword(staff, password, caller, services);
      else await setEmailPassword(account, password, caller, services);
      return { status: 200, message: "Password changed" };
    }
    case "send-link": {
      const { account } = await findTarget(body, caller, services);
      requireEmailAdmin(caller);
      await sendLink(account?.accountId ?? null, "new_password", services);
      return { status: 200, message: "Link sent" };
    }
    case "make-link": {
      const key = readNewKey(body["key"]);
      const { staff } = await findAnother(body, caller, services);
      if (staff === null) throw new Refusal(400, "Links are made for people with an ID");
      requireManaged(staff, caller);
      await makeLink(staff.account_id, key, services);
      return { status: 200, message: "Link made" };
    }
    case "revoke-invitation": {
      const { staff, account } = await findAnother(body, caller, services);
      if (staff !== null) requireManaged(staff, caller);
      else requireChangeable(account, caller);
      await revokeInvitation(staff?.account_id ?? account?.accountId ?? null, services);
      return { status: 200, message: "Invitation revoked" };
    }
    case "confirm-address": {
      const { account } = await findTarget(body, caller, services);
      await confirmAddress(account?.accountId ?? null, caller, services);
      return { status: 200, message: "Address confirmed" };
    }
    case "remove-second-factor": {
      const { staff, account } = await findAnother(body, caller, services);
      if (staff !== null) requireManaged(staff, caller);
      else requireChangeable(account, caller);
      await removeFactors(staff?.account_id ?? account?.accountId ?? null, services);
      return { status: 200, message: "Second factor removed" };
    }
    case "delete": {
      const { staff, account } = await findTarget(body, caller, services);
      if (staff !== null) await deleteStaff(staff, caller, services);
      else await deleteEmailAccount(account, caller, services);
      return { status: 200, message: "Account removed" };
    }
    case "update": {
      const { staff } = await findTarget(body, caller, services);
      if (staff === null) throw new Refusal(400, "Only employees of the ambulance can be changed");
      await updateStaff(staff, body, caller, services);
      return { status: 200, message: "Account changed" };
    }
    default:
      throw new Refusal(400, "There is no such action");
  }
}

type Target = { staff: StaffAccount; account: null } | { staff: null; account: EmailAccount };

/** Finds the account of a body. Throws a Refusal: 403 for a caller who manages nobody, 404 when there is none. */
async function findTarget(body: Body, caller: Caller, services: Services): Promise<Target> {
  const managesSomebody = caller.is_account_admin || (caller.kind ?? "").endsWith("admin");
  if (!managesSomebody) throw new Refusal(403, "Access denied. Admin privileges required.");
  const { accountId, credentialId } = body;
  if (isUuid(credentialId)) return { staff: null, account: await findByCredential(credentialId, services) };
  if (!isUuid(accountId)) throw new Refusal(400, "accountId must be the id of an account");
  const staff = await findStaff(services, accountId);
  if (staff) return { staff, account: null };
  return { staff, account: await findAccount(accountId, services) };
}

/**
 * Finds the account like findTarget; throws a Refusal 403 for the caller's own account, where a borrowed session would become the account.
 */
async function findAnother(body: Body, caller: Caller, services: Services): Promise<Target> {
  const target = await findTarget(body, caller, services);
  const id = target.staff?.account_id ?? target.account?.accountId;
  if (id === caller.account_id)
    throw new Refusal(403, "Your own account asks for your current password", { error_code: "own_account" });
  return target;
}

const isUuid = (id: unknown): id is string =>
  typeof id === "string" && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id);

/** Changes the caller's own password; this login stays, the account's others end. */
async function changeOwnPassword(
  request: Request,
  body: Body,
  caller: Caller,
  surroundings: Surroundings,
  services: Services,
): Promise<Answer> {
  const password = readPassword(body["password"]);
  await askAsPerson(request, "PUT", "/auth/v1/user", { password, ...currentOf(body) }, surroundings, services);
  if (caller.kind === null) await noteEmailPassword(caller.account_id, services, { isGiven: false });
  else await noteStaffPassword(caller.account_id, services, { isGiven: false });
  return { status: 200, message: "Password changed" };
}

/** Removes a second factor of the caller. On Supabase its sign-in service asks for a login that showed the factor, and for no password. */
async function removeOwnFactor(
  request: Request,
  body: Body,
  surroundings: Surroundings,
  services: Services,
): Promise<Answer> {
  const { factorId } = body;
  if (!isUuid(factorId)) throw new Refusal(400, "factorId must be the id of a second factor");
  await askAsPerson(request, "DELETE", `/auth/v1/factors/${factorId}`, currentOf(body), surroundings, services);
  return { status: 200, message: "Second factor removed" };
}

const currentOf = ({ currentPassword: current }: Body) =>
  typeof current === "string" ? { current_password: current } : {};

/**
 * Asks the sign-in service in the person's name: with the secret key the service would know no person, and end this login too. Throws a
 * Refusal.
 */
async function askAsPerson(
  request: Request,
  method: string,
  path: string,
  body: object,
  { secretKey, supabaseUrl, fetch }: Surroundings,
  { acting }: Services,
): Promise<void> {
  const authorization = { apikey: secretKey, Authorization: `Bearer ${tokenOf(request)}` };
  const headers = { ...authorization, "Content-Type": "application/json", ...acting };
  const answer = await fetch(new Request(supabaseUrl + path, { method, headers, body: JSON.stringify(body) }));
  if (!answer.ok) throw await refusalOf(answer);
}

/** Refusal for the person, by the sign-in service's refusal of a change. */
async function refusalOf(answer: Response): Promise<Refusal> {
  const told = (await answer.json().catch(() => ({}))) as Told;
  const { msg, error_code: code } = told;
  if (code === "insufficient_aal") return new Refusal(403, "Show your second factor first");
  if (code === "mfa_factor_not_found") return new Refusal(404, "No such second factor");
  if (answer.status === 422) return new Refusal(400, msg ?? "The password was not accepted", weaknessOf(told));
  if (code === "current_password_required")
    return new Refusal(400, "Your current password is required", { error_code: code });
  if (code === "current_password_invalid")
    return new Refusal(400, "Your current password is not right", { error_code: code });
  if (answer.status === 429) return new Refusal(429, msg ?? "Too many attempts. Please try again later.");
  return new Refusal(502, "It could not be changed. Please try again.");
}
