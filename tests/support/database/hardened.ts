// A database of the profile hardened for tests: the seed moved by the real command, and passwords for those who had none.
import type { Pool } from "pg";
import sql from "sql-template-tag";
import { type HardenReport, hardenDatabase } from "#server/identities/harden.ts";

/** Passwords of the people for whom the seed stores no password in the database; all others keep the seed's (decisions §1, §2). */
export const HARDENED_PASSWORDS = {
  huvudadmin: "Huvud-7410",
  standardadmin: "Standard-7410",
  ledning: "Ledning-7410",
  TAXIADMIN: "Taxi-admin-7410",
  aseadmin: "Ambulans-7410",
  "ASE-001": "Granris-7401",
} as const;

/** Moves a seeded database of the profile `specified` to `hardened`. Afterwards everybody can log in without choosing a password first. */
export async function hardenForTests(database: Pool): Promise<HardenReport> {
  const report = await hardenDatabase(database);
  for (const [userId, password] of Object.entries(HARDENED_PASSWORDS)) {
    await database.query(sql`
      update auth.users u set encrypted_password = extensions.crypt(${password}, extensions.gen_salt('bf', 4))
      from public.staff_accounts s where s.account_id = u.id and s.user_id = ${userId}`);
  }
  await database.query(sql`update public.staff_accounts set must_change_password = false`);
  return report;
}
