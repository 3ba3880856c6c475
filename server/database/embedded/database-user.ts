// The user that PostgreSQL runs as, since it refuses to run as root, and whether that user reaches the folders.
import { execFileSync } from "node:child_process";
import { accessSync, constants, statSync } from "node:fs";
import { dirname, parse } from "node:path";

/** The account that PostgreSQL runs as; `null` is our own. */
export type DatabaseUser = { uid: number; gid: number } | null;

/** Start of a program: through another program (`wrapper`), and under the identity that spawn gives it. */
export type Launch = { wrapper: string[]; identity: { uid?: number; gid?: number } };

/** The program and the arguments to spawn for `program`. */
export function launchLine({ wrapper: [first, ...rest] }: Launch, program: string, args: string[]): [string, string[]] {
  return first === undefined ? [program, args] : [first, [...rest, program, ...args]];
}

/** Our own account, or `postgres` when we are root (it is created when the machine has none). Throws when it cannot be. */
export function databaseUser(): DatabaseUser {
  if (process.getuid?.() !== 0) return null;
  try {
    return lookUp("postgres");
  } catch {
    try {
      execFileSync("useradd", ["--system", "--user-group", "--no-create-home", "postgres"], { stdio: "pipe" });
      return lookUp("postgres");
    } catch (error) {
      throw new Error(
        "PostgreSQL does not run as root, this machine has no account `postgres`, and none could be made. " +
          "Start the server as an ordinary user, or set DATABASE_URL.",
        { cause: error },
      );
    }
  }
}

function lookUp(name: string): { uid: number; gid: number } {
  const ask = (flag: string): number => Number(execFileSync("id", [flag, name], { encoding: "utf8", stdio: "pipe" }));
  return { uid: ask("-u"), gid: ask("-g") };
}

/** The first folder from the root down to `path` that `user` may not enter; `null` when all are open. */
export function firstClosedFolder(path: string, user: DatabaseUser): string | null {
  const { root } = parse(path);
  const folders = [path];
  for (let folder = path; folder !== root; folder = dirname(folder)) folders.unshift(dirname(folder));
  return folders.find((folder) => !mayEnter(folder, user)) ?? null;
}

function mayEnter(folder: string, user: DatabaseUser): boolean {
  if (user === null) {
    try {
      accessSync(folder, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  }
  const { uid, gid, mode } = statSync(folder);
  if (uid === user.uid) return (mode & 0o100) !== 0;
  return (mode & (gid === user.gid ? 0o010 : 0o001)) !== 0;
}

/**
 * How to start a program as `user`. When the folders are closed to that account (a project below /root), Linux can hand
 * root's right to pass closed folders on to it, and only that; elsewhere the start is refused with a text that says why.
 */
export function launcher(user: DatabaseUser, folders: string[]): Launch {
  const closed = folders.map((folder) => firstClosedFolder(folder, user)).find((folder) => folder !== null);
  if (user === null && closed !== undefined) throw new Error(`The folder ${closed} cannot be entered.`);
  if (user === null) return { wrapper: [], identity: {} };
  if (closed === undefined) return { wrapper: [], identity: { uid: user.uid, gid: user.gid } };
  const wrapper = [
    "setpriv",
    `--reuid=${user.uid}`,
    `--regid=${user.gid}`,
    "--clear-groups",
    // Without this bit access(2) counts only the account's own rights, and initdb asks access(2) whether it may run the programs.
    "--securebits=+no_setuid_fixup",
    "--inh-caps=-all,+dac_override",
    "--ambient-caps=-all,+dac_override",
    "--bounding-set=-all,+dac_override",
    "--",
  ];
  try {
    execFileSync("setpriv", [...wrapper.slice(1), "true"], { stdio: "pipe" });
  } catch (error) {
    throw new Error(
      `PostgreSQL runs as the account \`postgres\`, because we are root, and that account may not enter ${closed}. ` +
        `Open it (chmod o+x ${closed}), set DATA_DIR and the project somewhere else, or start the server as an ordinary user.`,
      { cause: error },
    );
  }
  return { wrapper, identity: {} };
}
