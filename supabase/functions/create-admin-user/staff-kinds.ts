/** The kinds of people with an ID: the place of each kind, and the list that screens show it in. */
import { ASSIGNED_DOMAIN, idKey, staffAddress } from "./staff-address.ts";
import { Refusal, type Services, eq } from "./surroundings.ts";

/** A row of staff_accounts. */
export type StaffAccount = {
  account_id: string;
  kind: string;
  project_id: string | null;
  user_id: string;
  display_name: string | null;
  serves_all: boolean;
};

/** A person whose account is to be made. */
export type NewStaff = {
  kind: StaffKind;
  project: string | null;
  userId: string;
  address: string;
  password: string;
  displayName: string | null;
};

/** Place that a kind works for: nowhere in particular, a customer's site, a site or none, or always the same project. */
type Place = "none" | "site" | "site or none" | "taxi" | { always: string };

type KindRule = {
  place: Place;
  /** The table of the list. */
  roster: "attendants" | "admin_accounts" | "project_attendants" | "ase_employees" | "user_passwords";
  /** Shortest ID, in characters; the longest has 50. */
  shortest: number;
};

const DISPATCH = { always: "721075" };
const AMBULANCE = { always: "ASE" };
const TAXI_PROJECT = "157715";
const STANDARD_SITE = "standard";
/** The code that stands for the whole company in place of a site: handlers are admins of several sites with one login. */
export const COMPANY = "company";
const PROTECTED_ADMIN = "standardadmin";
const ID_MAX = 50;
const DISCORD_MAX = 100;
const NAME_MAX = 200;

const KINDS = {
  "main-admin": { place: "none", roster: "user_passwords", shortest: 3 },
  admin: { place: "site", roster: "admin_accounts", shortest: 3 },
  attendant: { place: "site or none", roster: "attendants", shortest: 3 },
  operator: { place: DISPATCH, roster: "project_attendants", shortest: 3 },
  "dispatch-admin": { place: DISPATCH, roster: "user_passwords", shortest: 3 },
  chauffeur: { place: "taxi", roster: "project_attendants", shortest: 3 },
  "chauffeur-admin": { place: "taxi", roster: "user_passwords", shortest: 3 },
  "ase-admin": { place: AMBULANCE, roster: "user_passwords", shortest: 3 },
  "ase-employee": { place: AMBULANCE, roster: "ase_employees", shortest: 1 },
} as const satisfies Record<string, KindRule>;

export type StaffKind = keyof typeof KINDS;

const ruleOf = (kind: StaffKind): KindRule => KINDS[kind];

/** Reads the kind of a body. Throws a Refusal for an unknown kind. */
export function readKind(kind: unknown): StaffKind {
  if (typeof kind !== "string" || !Object.hasOwn(KINDS, kind))
    throw new Refusal(400, "There is no such kind of account");
  return kind as StaffKind;
}

/** The project of a body, null for none. Throws a Refusal when people of this kind do not work there. */
export function readProject(kind: StaffKind, project: unknown): string | null {
  const wanted = project === undefined || project === "" ? null : project;
  if (wanted !== null && typeof wanted !== "string") throw new Refusal(400, "The project must be a text");
  const { place } = ruleOf(kind);
  if (typeof place === "object") {
    if (wanted !== null && wanted !== place.always) throw new Refusal(400, `The project must be ${place.always}`);
    return place.always;
  }
  if (place === "none" && wanted !== null) throw new Refusal(400, "Accounts of this kind have no project");
  if ((place === "site" || place === "taxi") && wanted === null) throw new Refusal(400, "A project is required");
  return wanted;
}

/** Throws a Refusal when the project of a new account does not exist. */
export async function requireProject(kind: StaffKind, project: string | null, { rows }: Services): Promise<void> {
  const { place } = ruleOf(kind);
  if (project === null || typeof place === "object" || project === STANDARD_SITE) return;
  if (place === "taxi" && project === TAXI_PROJECT) return;
  if (kind === "admin" && project === COMPANY) return;
  const sites = await rows(`main_page_sites?select=id&path=${eq(project)}`);
  if (sites.length === 0) throw new Refusal(400, "There is no such project");
}

/** Reads the ID of a body for a kind. Throws a Refusal that says what is wrong with it. */
export function readUserId(kind: StaffKind, userId: unknown): string {
  const { shortest } = ruleOf(kind);
  const wanted = typeof userId === "string" ? userId.trim() : "";
  if (wanted.length < shortest || wanted.length > ID_MAX)
    throw new Refusal(400, `The ID must have ${shortest} to ${ID_MAX} characters`);
  if (/[\p{Cc}\p{Cs}]/u.test(wanted)) throw new Refusal(400, "The ID has a character that cannot be kept");
  if (idKey(wanted) === "") throw new Refusal(400, "The ID has no letter that can be seen");
  // The protected ID is taken in wide letters too, since they look the same.
  if (kind === "admin" && idKey(wanted.normalize("NFKC")) === PROTECTED_ADMIN)
    throw new Refusal(409, "This ID is taken");
  return wanted;
}

/** The address of a person. Throws a Refusal when the ID is too long for one. */
export function readAddress(person: { kind: string; project: string | null; userId: string }): string {
  const address = staffAddress(person);
  if (address === null) throw new Refusal(400, "The ID is too long, since it has letters that take more room");
  return address;
}

/** Reads the name of a person, null for none. Throws a Refusal when it is no text or too long. */
export function readName(kind: StaffKind, name: unknown): string | null {
  if (name === undefined || name === null) return null;
  const max = kind === "ase-employee" ? NAME_MAX : DISCORD_MAX;
  if (typeof name !== "string" || name.length > max || /[\0\p{Cs}]/u.test(name))
    throw new Refusal(400, `The name must be a text of at most ${max} characters`);
  return name.trim() === "" ? null : name.trim();
}

/** Adds the person to the list of their kind. */
export async function addToRoster(
  { call }: Services,
  accountId: string,
  person: NewStaff,
  createdBy: string | null,
  taken: string,
): Promise<void> {
  const { roster } = ruleOf(person.kind);
  await call("POST", `/rest/v1/${roster}`, rosterRow(roster, accountId, person, createdBy), taken);
}

function rosterRow(roster: KindRule["roster"], accountId: string, person: NewStaff, createdBy: string | null): object {
  const { project, userId, displayName } = person;
  const row = { account_id: accountId, user_id: userId, project_id: project };
  return {
    attendants: { ...row, discord_username: displayName },
    admin_accounts: { ...row, created_by: createdBy },
    project_attendants: { ...row, discord_username: displayName, created_by: createdBy },
    ase_employees: { account_id: accountId, employee_id: userId, name: displayName, created_by: createdBy },
    user_passwords: { user_id: accountId, email: project === null ? userId : `${userId} (${project})` },
  }[roster];
}

/** The account's row, or null when it has no ID. */
export async function findStaff({ rows }: Services, accountId: string): Promise<StaffAccount | null> {
  const columns = "account_id,kind,project_id,user_id,display_name,serves_all";
  const [found] = await rows<StaffAccount>(`staff_accounts?select=${columns}&account_id=${eq(accountId)}`);
  return found ?? null;
}

/** Whether an address was made from an ID. */
export const isStaffAddress = (address: string): boolean => address.endsWith(`.${ASSIGNED_DOMAIN}`);

/** Whether an address stands for a username without `@` (decisions §1). */
export const isUsernameAddress = (address: string): boolean => address.endsWith(`@${ASSIGNED_DOMAIN}`);
