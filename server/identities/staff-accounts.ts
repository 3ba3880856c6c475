// Makes accounts of people who log in with an ID: a row of the sign-in service and what the person is (docs/security.md).
import { randomBytes, randomInt } from "node:crypto";
import type { TransactionSql } from "postgres";
import { staffAddress } from "#contract/staff-address.ts";
import type { SessionKind } from "#contract/states.ts";

/** Somebody who logs in with an ID. */
export type StaffPerson = {
  kind: SessionKind;
  /** Null where the product has none, and for routes without a project. */
  project: string | null;
  userId: string;
  displayName?: string | null;
  servesAll?: boolean;
  mustChangePassword?: boolean;
};

/**
 * Makes the account of a person and gives its id, or null when there is one already.
 * `password` null makes an account that nobody can sign in to before it is given one.
 * Throws when the ID is too long for an address.
 */
export async function createStaffAccount(
  transaction: TransactionSql,
  person: StaffPerson,
  password: string | null,
): Promise<string | null> {
  const email = staffAddress(person);
  if (email === null) throw new Error(`The ID ${person.userId} is too long for an account.`);
  const [taken] = await transaction`
    select from public.staff_accounts
    where kind = ${person.kind} and project_id is not distinct from ${person.project} and user_id = ${person.userId}`;
  if (taken) return null;
  const [account] = await transaction<{ id: string }[]>`
    insert into auth.users (id, aud, role, email, encrypted_password, email_confirmed_at, raw_app_meta_data, raw_user_meta_data,
      confirmation_token, recovery_token, email_change, email_change_token_new, created_at, updated_at)
    values (gen_random_uuid(), 'authenticated', 'authenticated', ${email},
      extensions.crypt(${password ?? randomBytes(32).toString("base64")}, extensions.gen_salt('bf', 10)), now(),
      ${transaction.json({ provider: "email", providers: ["email"], assigned: true, kind: person.kind })}, '{}', '', '', '', '', now(), now())
    returning id`;
  if (!account) throw new Error("The account was not returned.");
  await transaction`
    insert into auth.identities (id, user_id, provider, provider_id, identity_data, last_sign_in_at, created_at, updated_at)
    values (gen_random_uuid(), ${account.id}, 'email', ${account.id},
      ${transaction.json({ sub: account.id, email, email_verified: true, phone_verified: false })}, now(), now(), now())`;
  await transaction`
    insert into public.staff_accounts (account_id, kind, project_id, user_id, display_name, serves_all, must_change_password)
    values (${account.id}, ${person.kind}, ${person.project}, ${person.userId}, ${person.displayName ?? null},
      ${person.servesAll ?? false}, ${person.mustChangePassword ?? false})`;
  await markInstance(transaction, account.id);
  return account.id;
}

/** Hosted Supabase finds an account by its instance too; the single server has no such column. */
async function markInstance(transaction: TransactionSql, accountId: string): Promise<void> {
  const [column] = await transaction`
    select from information_schema.columns
    where table_schema = 'auth' and table_name = 'users' and column_name = 'instance_id'`;
  if (!column) return;
  await transaction`update auth.users set instance_id = '00000000-0000-0000-0000-000000000000' where id = ${accountId}`;
}

/** Letters and digits that nobody takes for one another. */
const CLEAR_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789";

/** A password of 80 random bits that can be read from one screen and typed on another. */
export function oneTimePassword(): string {
  const letters = Array.from({ length: 16 }, () => CLEAR_LETTERS[randomInt(CLEAR_LETTERS.length)]).join("");
  return letters.match(/.{4}/g)?.join("-") ?? letters;
}
