// Makes the folder of a database cluster, once.
import { execFile } from "node:child_process";
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Logger } from "pino";
import type { Binaries } from "./binaries.ts";
import { type DatabaseUser, type Launch, launchLine } from "./database-user.ts";

/** A database on this machine: its folder, its programs, and the user that runs them. */
export type Cluster = { folder: string; password: string; binaries: Binaries; user: DatabaseUser; launch: Launch };

/**
 * Options of letters. Without them initdb takes the machine's locale, with which `lower('ÅÄÖ')` may change nothing. ICU's Swedish sorts å ä
 * ö last.
 */
const LETTERS = ["--encoding=UTF8", "--locale-provider=icu", "--icu-locale=sv-SE", "--locale=C"];

/**
 * Runs initdb unless the folder is a cluster already. Throws when the cluster is of another major version, which the programs cannot read.
 */
export async function initialiseCluster(cluster: Cluster, log: Logger): Promise<void> {
  const versionFile = join(cluster.folder, "PG_VERSION");
  if (existsSync(versionFile)) {
    const major = readFileSync(versionFile, "utf8").trim();
    const { version, folder } = cluster.binaries;
    if (version.startsWith(`${major}.`)) return;
    throw new Error(
      `${cluster.folder} belongs to PostgreSQL ${major}, and ${folder} is PostgreSQL ${version}. Stop the server and run ` +
        `\`npm run upgrade-database\`, which moves the data, or set POSTGRES_BIN to the programs of a PostgreSQL ${major} (docs/operations.md).`,
    );
  }
  // The cluster is made under another name and renamed once it is whole: a start that dies in the middle leaves nothing that looks like a
  // cluster.
  const making = `${cluster.folder}.new`;
  rmSync(making, { recursive: true, force: true });
  mkdirSync(making, { mode: 0o700 });
  own(making, cluster.user);
  await runInitdb(cluster, making);
  renameSync(making, cluster.folder);
  log.info({ folder: cluster.folder }, "database folder made");
}

async function runInitdb(cluster: Cluster, folder: string): Promise<void> {
  const secrets = mkdtempSync(join(tmpdir(), "parkering-"));
  const passwordFile = join(secrets, "password");
  try {
    writeFileSync(passwordFile, `${cluster.password}\n`, { mode: 0o600 });
    own(secrets, cluster.user);
    own(passwordFile, cluster.user);
    const args = [
      `--pgdata=${folder}`,
      "--username=postgres",
      "--auth=scram-sha-256",
      `--pwfile=${passwordFile}`,
      ...LETTERS,
    ];
    await promisify(execFile)(...launchLine(cluster.launch, cluster.binaries.initdb, args), {
      ...cluster.launch.identity,
      env: { ...process.env, LC_ALL: "C" },
      windowsHide: true,
    });
  } catch (error) {
    const { stderr } = error as { stderr?: string };
    throw new Error(
      `The database folder ${cluster.folder} could not be made: ${stderr?.trim() || (error as Error).message}`,
      {
        cause: error,
      },
    );
  } finally {
    rmSync(secrets, { recursive: true, force: true });
  }
}

function own(path: string, user: DatabaseUser): void {
  if (user !== null) chownSync(path, user.uid, user.gid);
}
