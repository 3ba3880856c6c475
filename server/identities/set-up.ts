// The accounts that every hardened installation has, and that the profile `specified` keeps in the front end (decisions §1).
import sql from "sql-template-tag";
import {
  AMBULANCE_PATH,
  DISPATCH_PROJECT,
  PROTECTED_ADMIN_ID,
  STANDARD_SITE,
  TAXI_PROJECT,
} from "#contract/projects.ts";
import { type Database, type DatabasePool, inTransaction } from "#server/database/driver/connect.ts";
import { type StaffPerson, createStaffAccount, oneTimePassword } from "./staff-accounts.ts";

export const MAIN_ADMIN: StaffPerson = {
  kind: "main-admin",
  project: null,
  userId: "huvudadmin",
  mustChangePassword: true,
};

/** Administrators who cannot log in before the main admin has given them a password. */
const ADMINISTRATORS: readonly StaffPerson[] = [
  { kind: "admin", project: STANDARD_SITE.path, userId: PROTECTED_ADMIN_ID, servesAll: true },
  { kind: "dispatch-admin", project: DISPATCH_PROJECT, userId: "ledning" },
  { kind: "chauffeur-admin", project: TAXI_PROJECT, userId: "TAXIADMIN" },
  { kind: "ase-admin", project: AMBULANCE_PATH, userId: "aseadmin" },
];

/**
 * Makes the built-in accounts that are missing. Gives the first main admin's one-time password, or null when there is a main
 * admin already.
 */
export async function ensureBuiltInAccounts(transaction: Database): Promise<string | null> {
  const found = await transaction.query(sql`select from public.staff_accounts where kind = 'main-admin'`);
  const password = found.rowCount === 0 ? oneTimePassword() : null;
  if (password !== null) await createListed(transaction, MAIN_ADMIN, password);
  for (const person of ADMINISTRATORS) await createListed(transaction, person, null);
  return password;
}

/** Makes the account with its row in the main admin's list of passwords, where the person gets a new password. */
async function createListed(transaction: Database, person: StaffPerson, password: string | null): Promise<void> {
  const accountId = await createStaffAccount(transaction, person, password);
  if (accountId === null) return;
  const name = person.project === null ? person.userId : `${person.userId} (${person.project})`;
  await transaction.query(sql`
    insert into public.user_passwords (user_id, email, password_text) values (${accountId}, ${name}, null)`);
}

/**
 * Gives the main admin a new one-time password, ends their sessions and removes their second factor with its recovery codes, for a main
 * admin who lost them. The trail tells of both as done in the database. Throws when the database has no main admin, which is so in the
 * profile `specified`.
 */
export async function renewMainAdminPassword(pool: DatabasePool): Promise<string> {
  const password = oneTimePassword();
  await inTransaction(pool, async (transaction) => {
    const changed = await transaction.query<{ account_id: string }>(sql`
      update public.staff_accounts set must_change_password = true
      where kind = 'main-admin' and user_id = ${MAIN_ADMIN.userId} returning account_id`);
    const account = changed.rows[0]?.account_id;
    if (account === undefined) throw new Error("This database has no main admin: it is not hardened.");
    await transaction.query(sql`
      update auth.users set encrypted_password = extensions.crypt(${password}, extensions.gen_salt('bf', 10)), updated_at = now()
      where id = ${account}`);
    await transaction.query(sql`delete from auth.sessions where user_id = ${account}`);
    // An operator who runs this may have lost the second factor too, and nobody else could remove it.
    await transaction.query(sql`delete from auth.mfa_factors where user_id = ${account}`);
    await transaction.query(sql`delete from private.recovery_codes where account_id = ${account}::uuid`);
    // Triggers tell only of changes by an account or the secret key, so this change is told here.
    await transaction.query(sql`select private.tell_account(${account}::uuid, 'password', null, 'database', null)`);
  });
  return password;
}
