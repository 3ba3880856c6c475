// Makes any PostgreSQL ready for the product: checks it, adds what hosted Supabase has, migrates, sets the profile, seeds.
import type { Logger } from "pino";
import postgres, { type Sql } from "postgres";
import type { SecurityProfile } from "#contract/states.ts";
import { ensureHostedLayout } from "./hosted-layout.ts";
import { applyMigrations } from "./migrations.ts";
import { readSql } from "./project-files.ts";

/** Every process that prepares the same database waits for this lock; the number means nothing else. */
const PREPARE_LOCK = 7_214_410;
/** The oldest PostgreSQL that the migrations run on (`on delete set null (column)`). */
const OLDEST_VERSION = 150_000;

/** The database cannot hold the product; the message says what to change. */
export class UnfitDatabaseError extends Error {
  override name = "UnfitDatabaseError";
}

/**
 * Prepares the database at `url`, which may be empty, half way or ready; several processes may do so at once.
 * Gives the migrations that were applied and whether the seed was. Seeds only a database without a single site, parking
 * or account. Throws UnfitDatabaseError when encoding, letters or version do not fit.
 */
export async function prepareDatabase(options: {
  url: string;
  profile: SecurityProfile;
  seed: "when-empty" | "never";
  log: Logger;
}): Promise<{ seeded: boolean; applied: string[] }> {
  const sql = postgres(options.url, {
    max: 1,
    onnotice: () => undefined,
    connection: { application_name: "parkering-prepare" },
  });
  try {
    await checkFitness(sql);
    await sql`select pg_advisory_lock(${PREPARE_LOCK})`;
    await sql.begin((transaction) => ensureHostedLayout(transaction));
    const applied = await applyMigrations(sql, options.log);
    await sql`
      insert into private.settings (security_profile) values (${options.profile})
      on conflict (only_row) do update set security_profile = excluded.security_profile`;
    const seeded = options.seed === "when-empty" && (await seedWhenEmpty(sql));
    if (seeded) options.log.info("the empty database was seeded");
    return { seeded, applied };
  } finally {
    // Ends the session and with it the advisory lock.
    await sql.end({ timeout: 5 });
  }
}

async function checkFitness(sql: Sql): Promise<void> {
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

/** The seed is one transaction: a start that dies in the middle leaves an empty database, which the next one seeds. */
async function seedWhenEmpty(sql: Sql): Promise<boolean> {
  const [found] = await sql<{ empty: boolean }[]>`
    select not exists (select from public.main_page_sites)
       and not exists (select from public.parkings)
       and not exists (select from auth.users) as empty`;
  if (!found?.empty) return false;
  await sql.begin((transaction) => transaction.unsafe(readSql("supabase/seed.sql")));
  return true;
}
