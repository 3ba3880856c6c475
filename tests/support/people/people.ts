// Adds and removes people who log in with an ID, as each profile keeps them in the database.
import type { Sql } from "postgres";
import { inTransaction } from "#server/database/driver/connect.ts";
import { createStaffAccount } from "#server/identities/staff-accounts.ts";
import type { RunningProduct } from "#tests/support/server/product.ts";

/** The table in which screens list each kind of person. */
const ROSTERS = {
  attendant: "attendants",
  admin: "admin_accounts",
  operator: "project_attendants",
  chauffeur: "project_attendants",
  "ase-employee": "ase_employees",
} as const;

export type Person = {
  kind: keyof typeof ROSTERS;
  /** Code of the project; null for routes without a project. */
  project: string | null;
  userId: string;
  password: string;
  /** The Discord name, or the name of an ambulance employee. */
  displayName?: string;
  createdBy?: string;
};

/** Adds people who can log in. In `specified` employees of the ambulance have no password; theirs is for `hardened`. */
export async function addPeople(
  { sql, database, profile }: RunningProduct,
  ...people: readonly Person[]
): Promise<void> {
  for (const person of people) {
    const create = () =>
      inTransaction(database, (transaction) => createStaffAccount(transaction, person, person.password));
    await addToRoster(sql, person, profile === "hardened" ? await create() : null);
  }
}

function addToRoster(sql: Sql, person: Person, account: string | null) {
  const { kind, project, userId, password, displayName = null, createdBy } = person;
  const who =
    kind === "ase-employee"
      ? { employee_id: userId, name: displayName }
      : {
          user_id: userId,
          project_id: project,
          password: account === null ? password : null,
          ...(kind === "admin" ? {} : { discord_username: displayName }),
        };
  const row = { ...who, account_id: account, ...(createdBy === undefined ? {} : { created_by: createdBy }) };
  return sql`insert into ${sql(`public.${ROSTERS[kind]}`)} ${sql(row)}`;
}

/** Removes people with these IDs from every list, together with their accounts. */
export async function removePeople({ sql }: RunningProduct, ...userIds: readonly string[]): Promise<void> {
  await sql`delete from auth.users where id in (select account_id from staff_accounts where user_id = any (${userIds}))`;
  for (const roster of ["attendants", "admin_accounts", "project_attendants"]) {
    await sql`delete from ${sql(roster)} where user_id = any (${userIds})`;
  }
  await sql`delete from ase_employees where employee_id = any (${userIds})`;
}

/** Removes everybody except the named people from a project's list of operators or chauffeurs, together with their accounts. */
export async function keepOnly({ sql }: RunningProduct, project: string, ...userIds: readonly string[]): Promise<void> {
  const gone = sql`project_id = ${project} and user_id <> all (${userIds})`;
  await sql`delete from auth.users where id in (select account_id from project_attendants where ${gone})`;
  await sql`delete from project_attendants where ${gone}`;
}
