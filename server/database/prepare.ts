// Makes any PostgreSQL ready for the product: checks it, adds what hosted Supabase has, migrates, sets the profile, seeds.
import type { Logger } from "pino";
import type pg from "pg";
import sql, { raw } from "sql-template-tag";
import type { SecurityProfile } from "#contract/states.ts";
import { ensureBuiltInAccounts } from "#server/identities/set-up.ts";
import type { Database } from "./driver/connect.ts";
import { checkFitness } from "./requirements.ts";
import { ensureHostedLayout } from "./hosted-layout.ts";
import { type Migration, readSql } from "./migrations/project-files.ts";
import { applyMigrations, applyThese } from "./migrations/migrations.ts";
import { PREPARE_LOCK, transact, UNHURRIED, withConnection } from "./driver/one-connection.ts";
import { refuseUnfinishedRestore } from "./unfinished-restore.ts";

/** The database was set up for the other security profile; the message says what to do. */
export class ProfileMismatchError extends Error {
  override name = "ProfileMismatchError";
}

/**
 * Contents for an empty database: rows to look at, the standard site alone, or nothing at all, not even built-in accounts (tests,
 * commands).
 */
export type Seed = "demo" | "none" | "never";

/** Result of preparing. `mainAdminPassword` is the first main admin's, made by this call. */
export type Prepared = { seeded: boolean; applied: string[]; mainAdminPassword: string | null };

/**
 * Prepares the database at `url`, which may be empty, half way or ready; several processes may do so at once. `profile`
 * `as-stored` leaves the profile as it is. `migrations` are the project's own when left out.
 * `seed`s only a database without a single site, parking or account, and under `hardened` makes the built-in accounts.
 * Throws UnfitDatabaseError when version, letters or rights do not fit (requirements.ts), ChangedMigrationError when the database was made with
 * other migrations, ProfileMismatchError when it lives under the other profile.
 */
export async function prepareDatabase(options: {
  url: string;
  profile: SecurityProfile | "as-stored";
  seed: Seed;
  /** Called with the main admin's first password before the database keeps it: a password that cannot be told is not kept. */
  tellPassword?: (password: string) => void;
  log: Logger;
  migrations?: readonly Migration[];
}): Promise<Prepared> {
  // The end of the connection ends the advisory lock too.
  return withConnection(options.url, { name: "parkering-prepare", settings: UNHURRIED }, async (connection) => {
    await checkFitness(connection);
    await connection.query(sql`select pg_advisory_lock(${PREPARE_LOCK}::bigint)`);
    await refuseUnfinishedRestore(connection);
    await transact(connection, () => ensureHostedLayout(connection));
    const applied =
      options.migrations === undefined
        ? await applyMigrations(connection, options.log)
        : await applyThese(connection, options.log, options.migrations);
    if (options.profile === "as-stored") return { seeded: false, applied, mainAdminPassword: null };
    const prepared = await setUp(connection, options.profile, options);
    if (prepared.seeded) options.log.info("the empty database was seeded");
    return { ...prepared, applied };
  });
}

/** Everything happens in one transaction: a start that dies in the middle leaves an empty database, which the next start sets up. */
function setUp(
  connection: pg.Client,
  profile: SecurityProfile,
  { seed, tellPassword }: { seed: Seed; tellPassword?: (password: string) => void },
): Promise<Omit<Prepared, "applied">> {
  return transact(connection, async () => {
    const found = await readState(connection);
    refuseOtherProfile(profile, found);
    await connection.query(sql`
      insert into private.settings (security_profile) values (${profile})
      on conflict (only_row) do update set security_profile = excluded.security_profile`);
    const seeded = seed !== "never" && found.empty;
    if (seeded) for (const file of seedFiles(seed, profile)) await connection.query(raw(readSql(file)));
    const isSetUp = profile === "hardened" && seed !== "never";
    const mainAdminPassword = isSetUp ? await ensureBuiltInAccounts(connection) : null;
    if (mainAdminPassword !== null) tellPassword?.(mainAdminPassword);
    return { seeded, mainAdminPassword };
  });
}

function seedFiles(seed: "demo" | "none", profile: SecurityProfile): string[] {
  if (seed === "none") return ["supabase/seed-standard.sql"];
  // A seed whose passwords everybody knows is for `specified` alone.
  return profile === "specified" ? ["supabase/seed.sql", "supabase/seed-demo.sql"] : ["supabase/seed.sql"];
}

/** The stored profile, whether nobody used the database yet, and whether people have accounts of `hardened`. */
type State = { stored: SecurityProfile | null; empty: boolean; people: boolean };

async function readState(database: Database): Promise<State> {
  const { rows } = await database.query<State>(sql`
    select (select security_profile from private.settings) as stored,
      not exists (select from public.main_page_sites)
        and not exists (select from public.parkings)
        and not exists (select from auth.users) as empty,
      exists (select from public.staff_accounts) as people`);
  if (!rows[0]) throw new Error("The database did not answer.");
  return rows[0];
}

function refuseOtherProfile(profile: SecurityProfile, { stored, empty, people }: State): void {
  if (profile === "hardened" && stored === "specified" && !empty) {
    throw new ProfileMismatchError(
      "This database was used with SECURITY_PROFILE=specified and holds readable passwords. Run `npm run harden` once: it makes " +
        "the accounts of the profile hardened and empties them. There is no way back, so make a backup first.",
    );
  }
  if (profile === "specified" && people) {
    throw new ProfileMismatchError(
      "This database is hardened: nobody could log in under SECURITY_PROFILE=specified. Start with SECURITY_PROFILE=hardened.",
    );
  }
}
