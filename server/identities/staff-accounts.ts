// Makes accounts of people who log in with an ID: a row of the sign-in service, and a row with the person's kind and place
// (docs/security.md).
import { randomBytes, randomInt } from "node:crypto";
import sql from "sql-template-tag";
import { staffAddress } from "#contract/staff-address.ts";
import type { SessionKind } from "#contract/states.ts";
import type { Database } from "#server/database/driver/connect.ts";

/** A person who logs in with an ID. */
export type StaffPerson = {
  kind: SessionKind;
  /** Code of the project; null for kinds that have none, and for routes without a project. */
  project: string | null;
  userId: string;
  displayName?: string | null;
  servesAll?: boolean;
  mustChangePassword?: boolean;
};

/** Cost of a hash, the same as in the sign-in service. */
const COST = 10;

/**
 * Makes the account of a person and gives its id, or null when there is one already. With null for `password` nobody can sign in before a
 * password is given. `cost` is the work of its hash: tests make many people. Throws when the ID is too long for an address.
 */
export async function createStaffAccount(
  transaction: Database,
  person: StaffPerson,
  password: string | null,
  cost = COST,
): Promise<string | null> {
  const email = staffAddress(person);
  if (email === null) throw new Error(`The ID ${person.userId} is too long for an account.`);
  const taken = await transaction.query(sql`
    select from public.staff_accounts s join auth.users u on u.id = s.account_id where u.email = ${email}`);
  if (taken.rowCount !== 0) return null;
  const {
    rows: [account],
  } = await transaction.query<{ id: string }>(sql`
    insert into auth.users (id, aud, role, email, encrypted_password, email_confirmed_at, raw_app_meta_data, raw_user_meta_data,
      confirmation_token, recovery_token, email_change, email_change_token_new, created_at, updated_at)
    values (gen_random_uuid(), 'authenticated', 'authenticated', ${email},
      extensions.crypt(${password ?? randomBytes(32).toString("base64")}, extensions.gen_salt('bf', ${cost}::int)), now(),
      ${JSON.stringify({ provider: "email", providers: ["email"], assigned: true, kind: person.kind })}, '{}', '', '', '', '', now(), now())
    returning id`);
  if (!account) throw new Error("The account was not returned.");
  await transaction.query(sql`
    insert into auth.identities (id, user_id, provider, provider_id, identity_data, last_sign_in_at, created_at, updated_at)
    values (gen_random_uuid(), ${account.id}, 'email', ${account.id},
      ${JSON.stringify({ sub: account.id, email, email_verified: true, phone_verified: false })}, now(), now(), now())`);
  await transaction.query(sql`
    insert into public.staff_accounts (account_id, kind, project_id, user_id, display_name, serves_all, must_change_password)
    values (${account.id}, ${person.kind}, ${person.project}, ${person.userId}, ${person.displayName ?? null},
      ${person.servesAll ?? false}, ${person.mustChangePassword ?? false})`);
  await markInstance(transaction, account.id);
  return account.id;
}

/** Marks the account's instance, by which hosted Supabase finds accounts; the single server has no such column. */
async function markInstance(transaction: Database, accountId: string): Promise<void> {
  const column = await transaction.query(sql`
    select from information_schema.columns
    where table_schema = 'auth' and table_name = 'users' and column_name = 'instance_id'`);
  if (column.rowCount === 0) return;
  await transaction.query(sql`
    update auth.users set instance_id = '00000000-0000-0000-0000-000000000000' where id = ${accountId}`);
}

/** Letters and digits that nobody confuses. */
const CLEAR_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789";

/** A password of 80 random bits that can be read from one screen and typed on another. */
export function oneTimePassword(): string {
  const letters = Array.from({ length: 16 }, () => CLEAR_LETTERS[randomInt(CLEAR_LETTERS.length)]).join("");
  return letters.match(/.{4}/g)?.join("-") ?? letters;
}
