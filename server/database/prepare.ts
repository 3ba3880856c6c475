// Makes any PostgreSQL ready for the product: checks it, adds what hosted Supabase has, migrates, sets the profile, seeds.
import type { Logger } from "pino";
import postgres, { type Sql } from "postgres";
import template, { raw } from "sql-template-tag";
import type { SecurityProfile } from "#contract/states.ts";
import { ensureBuiltInAccounts } from "#server/identities/set-up.ts";
import { type DatabasePool, endPool, inTransaction, openPool } from "./connect.ts";
import { ensureHostedLayout } from "./hosted-layout.ts";
import { applyMigrations } from "./migrations.ts";
import { readSql } from "./project-files.ts";
import { refuseUnfinishedRestore } from "./unfinished-restore.ts";

/** Every process that prepares the same database waits for this lock; the number means nothing else. */
export const PREPARE_LOCK = 7_214_410;
/** The oldest PostgreSQL that the migrations run on (`on delete set null (column)`). */
const OLDEST_VERSION = 150_000;

/** The database cannot hold the product; the message says what to change. */
export class UnfitDatabaseError extends Error {
  override name = "UnfitDatabaseError";
}

/** The database was set up for the other security profile; the message says what to do. */
export class ProfileMismatchError extends Error {
  override name = "ProfileMismatchError";
}

/** What preparing did. `mainAdminPassword` is the first main admin's, made by this call; it is told nowhere else. */
export type Prepared = { seeded: boolean; applied: string[]; mainAdminPassword: string | null };

/**
 * Prepares the database at `url`, which may be empty, half way or ready; several processes may do so at once. `profile`
 * `as-stored` leaves the profile as it is.
 * Seeds only a database without a single site, parking or account, and under `hardened` makes the built-in accounts.
 * Throws UnfitDatabaseError when encoding, letters or version do not fit, ProfileMismatchError when the database lives under
 * the other profile.
 */
export async function prepareDatabase(options: {
  url: string;
  profile: SecurityProfile | "as-stored";
  seed: "when-empty" | "never";
  log: Logger;
}): Promise<Prepared> {
  const sql = postgres(options.url, {
    max: 1,
    onnotice: () => undefined,
    connection: { application_name: "parkering-prepare" },
  });
  const pool = openPool(options.url, { name: "parkering-prepare", max: 1 });
  try {
    await checkFitness(sql);
    await sql`select pg_advisory_lock(${PREPARE_LOCK})`;
    await refuseUnfinishedRestore(sql);
    await inTransaction(pool, ensureHostedLayout);
    const applied = await applyMigrations(sql, options.log);
    if (options.profile === "as-stored") return { seeded: false, applied, mainAdminPassword: null };
    const prepared = await setUp(pool, options.profile, options.seed);
    if (prepared.seeded) options.log.info("the empty database was seeded");
    return { ...prepared, applied };
  } finally {
    await endPool(pool, 5000);
    // Ends the session and with it the advisory lock.
    await sql.end({ timeout: 5 });
  }
}

/** Throws UnfitDatabaseError when the database cannot hold the product. */
export async function checkFitness(sql: Sql): Promise<void> {
  const [found] = await sql<{ encoding: string; letters: boolean; version: number }[]>`
    select current_setting('server_encoding') as encoding,
           lower('ÅÄÖÉ') = 'åäöé' as letters,
           current_setting('server_version_num')::int as version`;
  if (!found || found.version < OLDEST_VERSION) {
    throw new UnfitDatabaseError("The database is older than PostgreSQL 15. Use PostgreSQL 15 or newer.");
  }
  if (found.encoding !== "UTF8" || !found.letters) {
    throw new UnfitDatabaseError(
      `The database (encoding ${found.encoding}) does not know Swedish letters, so searches would miss rows. Create it with ` +
        "UTF-8 and a locale that has them, for example: create database parkering template template0 encoding 'UTF8' " +
        "locale_provider icu icu_locale 'sv-SE' locale 'C.UTF-8'",
    );
  }
}

/** One transaction: a start that dies in the middle leaves an empty database, which the next one sets up. */
function setUp(
  pool: DatabasePool,
  profile: SecurityProfile,
  seed: "when-empty" | "never",
): Promise<Omit<Prepared, "applied">> {
  return inTransaction(pool, async (transaction) => {
    const {
      rows: [found],
    } = await transaction.query<{ stored: SecurityProfile | null; empty: boolean; people: boolean }>(template`
      select (select security_profile from private.settings) as stored,
        not exists (select from public.main_page_sites)
          and not exists (select from public.parkings)
          and not exists (select from auth.users) as empty,
        exists (select from public.staff_accounts) as people`);
    if (!found) throw new Error("The database did not answer.");
    if (profile === "hardened" && found.stored === "specified" && !found.empty) {
      throw new ProfileMismatchError(
        "This database was used with SECURITY_PROFILE=specified and holds readable passwords. Run `npm run harden` once: it makes " +
          "the accounts of the profile hardened and empties them. There is no way back, so make a backup first.",
      );
    }
    if (profile === "specified" && found.people) {
      throw new ProfileMismatchError(
        "This database is hardened: nobody could log in under SECURITY_PROFILE=specified. Start with SECURITY_PROFILE=hardened.",
      );
    }
    await transaction.query(template`
      insert into private.settings (security_profile) values (${profile})
      on conflict (only_row) do update set security_profile = excluded.security_profile`);
    const seeded = seed === "when-empty" && found.empty;
    if (seeded) {
      await transaction.query(raw(readSql("supabase/seed.sql")));
      // People with passwords that everybody knows belong to the profile that says so.
      if (profile === "specified") await transaction.query(raw(readSql("supabase/seed-demo.sql")));
    }
    const isSetUp = profile === "hardened" && seed === "when-empty";
    return { seeded, mainAdminPassword: isSetUp ? await ensureBuiltInAccounts(transaction) : null };
  });
}
