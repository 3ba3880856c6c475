/** Makes, changes and removes accounts of people with an ID (profile `hardened`). */
import { type Caller, manages } from "./caller.ts";
import { makeUser } from "./make-user.ts";
import { readNewKey } from "./link-keys.ts";
import { readPassword } from "./passwords.ts";
import {
  addToRoster,
  COMPANY,
  findStaff,
  type NewStaff,
  readAddress,
  readKind,
  readName,
  readProject,
  readUserId,
  requireProject,
  type StaffAccount,
} from "./staff-kinds.ts";
import { type Body, eq, Refusal, type Services } from "./surroundings.ts";

const TAKEN = "This ID is taken";

const mayNot = () => new Refusal(403, "Access denied. You do not manage this account.");

/**
 * Makes the account of a body, with the person's kind and place and the row in the list of their kind, and gives its id. With a `key` in place
 * of a password the account is made with its link. Everything is made or nothing. Throws a Refusal: 400 with the fault of the body, 403, 409
 * when the ID is taken.
 */
export async function createStaff(body: Body, caller: Caller, services: Services): Promise<string> {
  const kind = readKind(body["kind"]);
  const project = readProject(kind, body["project"]);
  if (!manages(caller, { kind, project_id: project, serves_all: false })) throw mayNot();
  const userId = readUserId(kind, body["userId"]);
  const key = body["key"] === undefined ? null : readNewKey(body["key"]);
  const person: NewStaff = {
    kind,
    project,
    userId,
    address: readAddress({ kind, project, userId }),
    // An invited person gets a password that nobody knows.
    password: key === null ? readPassword(body["password"]) : crypto.randomUUID(),
    displayName: readName(kind, body["discordUsername"] ?? body["name"]),
  };
  await requireProject(kind, project, services);
  const made = key === null ? null : await findMade(person.address, key, services);
  if (made !== null) return made;
  const id = await makePerson(person, services);
  try {
    const { displayName } = person;
    const who = { account_id: id, kind, project_id: project, user_id: userId, display_name: displayName };
    // The caller chose the password, so the person must choose another.
    const row = { ...who, must_change_password: true };
    await services.call("POST", "/rest/v1/staff_accounts", row, TAKEN);
    await addToRoster(services, id, person, caller.user_id, TAKEN);
    if (key !== null) await services.call("POST", "/rest/v1/rpc/make_account_link", { account: id, key, is_new: true });
  } catch (error) {
    // The rows are removed with the account.
    await services.call("DELETE", `/auth/v1/admin/users/${id}`).catch(() => undefined);
    throw error;
  }
  return id;
}

/** The account that an earlier call with the same key made, whose answer was lost; null when there is none. */
async function findMade(address: string, key: string, { call }: Services): Promise<string | null> {
  const account = (await call("POST", "/rest/v1/rpc/find_account", { address })) as string | null;
  const isMade = account !== null && (await call("POST", "/rest/v1/rpc/is_link_of", { account, key }));
  return isMade === true ? account : null;
}

/** Makes the account of the sign-in service; a half-made account that a crash left gives way. */
async function makePerson({ kind, address, password }: NewStaff, services: Services): Promise<string> {
  const user = { email: address, password, email_confirm: true, app_metadata: { assigned: true, kind } };
  const make = () => makeUser(user, TAKEN, services);
  try {
    return await make();
  } catch (error) {
    if (!(error instanceof Refusal) || error.status !== 409 || !(await removeHalfMade(address, services))) throw error;
    return make();
  }
}

/** Longest time for making an account, in milliseconds. */
const HALF_MADE_AFTER_MS = 60_000;

/** Removes an account that nobody finished making. False when the account is in use. */
async function removeHalfMade(address: string, services: Services): Promise<boolean> {
  const id = (await services.call("POST", "/rest/v1/rpc/find_account", { address })) as string | null;
  if (id === null || (await findStaff(services, id)) !== null) return false;
  const user = (await services.call("GET", `/auth/v1/admin/users/${id}`)) as { created_at: string };
  if (Date.now() - Date.parse(user.created_at) < HALF_MADE_AFTER_MS) return false;
  await services.call("DELETE", `/auth/v1/admin/users/${id}`);
  return true;
}

/** Removes a person's account; its rows and logins go with it. Throws a Refusal 403. */
export async function deleteStaff(staff: StaffAccount, caller: Caller, { call }: Services): Promise<void> {
  if (!manages(caller, staff)) throw mayNot();
  if (staff.serves_all && staff.project_id !== COMPANY)
    throw new Refusal(403, "The protected account is never removed");
  const isOwn = staff.account_id === caller.account_id;
  if (isOwn && staff.kind === "main-admin") throw new Refusal(403, "Nobody removes the main admin's own account");
  await call("DELETE", `/auth/v1/admin/users/${staff.account_id}`);
}

/** Throws a Refusal 403 when the caller does not manage the account. */
export function requireManaged(staff: StaffAccount, caller: Caller): void {
  if (!manages(caller, staff)) throw mayNot();
}

/** Notes whether another person chose the account's password: then its owner reaches nothing before choosing one. */
export async function noteStaffPassword(accountId: string, { call }: Services, { isGiven }: { isGiven: boolean }) {
  await call("PATCH", `/rest/v1/staff_accounts?account_id=${eq(accountId)}`, { must_change_password: isGiven });
}

/** Gives a person another password, which ends their logins. Throws a Refusal 403. */
export async function setStaffPassword(
  staff: StaffAccount,
  password: string,
  caller: Caller,
  services: Services,
): Promise<void> {
  requireManaged(staff, caller);
  // The sign-in service ends the account's logins with its password.
  await services.call("PUT", `/auth/v1/admin/users/${staff.account_id}`, { password });
  await noteStaffPassword(staff.account_id, services, { isGiven: true });
}

/**
 * Changes the ID and the name of an ambulance employee, who stays logged in. Both change or nothing. Throws a Refusal: 400, 403, 409 when
 * the ID is taken.
 */
export async function updateStaff(staff: StaffAccount, body: Body, caller: Caller, { call }: Services): Promise<void> {
  if (!manages(caller, staff)) throw mayNot();
  if (staff.kind !== "ase-employee") throw new Refusal(400, "Only employees of the ambulance can be changed");
  const userId = readUserId(staff.kind, body["userId"]);
  const name = readName(staff.kind, body["name"]);
  const undo: (() => Promise<unknown>)[] = [];
  const change = async (method: string, path: string, now: object, before: object) => {
    await call(method, path, now, TAKEN);
    undo.unshift(() => call(method, path, before));
  };
  const addressOf = (id: string) => ({
    email: readAddress({ kind: staff.kind, project: staff.project_id, userId: id }),
    email_confirm: true,
  });
  const { account_id: id, user_id: oldId, display_name: oldName } = staff;
  const key = `account_id=${eq(id)}`;
  try {
    if (userId !== oldId) await change("PUT", `/auth/v1/admin/users/${id}`, addressOf(userId), addressOf(oldId));
    const person = { user_id: userId, display_name: name };
    await change("PATCH", `/rest/v1/staff_accounts?${key}`, person, { user_id: oldId, display_name: oldName });
    const employee = { employee_id: userId, name };
    await change("PATCH", `/rest/v1/ase_employees?${key}`, employee, { employee_id: oldId, name: oldName });
  } catch (error) {
    for (const step of undo) await step().catch(() => undefined);
    throw error;
  }
}
