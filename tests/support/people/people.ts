// People who log in with an ID, put into the database as each profile keeps them, and taken out again.
import type { Sql } from "postgres";
import { inTransaction } from "#server/database/driver/connect.ts";
import { createStaffAccount } from "#server/identities/staff-accounts.ts";
import type { RunningProduct } from "#tests/support/server/product.ts";

/** The tables that screens list each kind of person from. */
const ROSTERS = {
  attendant: "attendants",
  admin: "admin_accounts",
  operator: "project_attendants",
  chauffeur: "project_attendants",
  "ase-employee": "ase_employees",
} as const;

export type Person = {
  kind: keyof typeof ROSTERS;
  /** Null for routes without a project. */
  project: string | null;
  userId: string;
  password: string;
  /** The Discord name; an ambulance employee's own. */
  displayName?: string;
  createdBy?: string;
};

/** Adds people who can log in. `specified` asks employees of the ambulance for no password; theirs is for `hardened`. */
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

/** Takes people with these IDs out of every list, and their accounts with them. */
export async function removePeople({ sql }: RunningProduct, ...userIds: readonly string[]): Promise<void> {
  await sql`delete from auth.users where id in (select account_id from staff_accounts where user_id = any (${userIds}))`;
  for (const roster of ["attendants", "admin_accounts", "project_attendants"]) {
    await sql`delete from ${sql(roster)} where user_id = any (${userIds})`;
  }
  await sql`delete from ase_employees where employee_id = any (${userIds})`;
}

/** Empties a project's list of operators or chauffeurs but for those named, and removes the accounts of the others. */
export async function keepOnly({ sql }: RunningProduct, project: string, ...userIds: readonly string[]): Promise<void> {
  const gone = sql`project_id = ${project} and user_id <> all (${userIds})`;
  await sql`delete from auth.users where id in (select account_id from project_attendants where ${gone})`;
  await sql`delete from project_attendants where ${gone}`;
}
