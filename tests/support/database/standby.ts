// A primary and a standby that follows it, as operators run them: Debian's PostgreSQL, made by pg_basebackup.
import { execFile } from "node:child_process";
import { chownSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { pino } from "pino";
import postgres from "postgres";
import { databaseUser, launcher, launchLine } from "#server/database/embedded/database-user.ts";
import { type EmbeddedDatabase, passwordFile, startEmbedded } from "#server/database/embedded/embedded.ts";
import { makeDataDir } from "#tests/support/server/built-product.ts";
import { DEBIAN_15 } from "#tests/support/database/other-postgres.ts";

/** The name of the standby at the primary. */
export const STANDBY = "standby";

export type Pair = {
  primary: EmbeddedDatabase;
  /** Starts the primary again at the same address, after its `stop`. */
  startPrimary(): Promise<void>;
  standby: EmbeddedDatabase;
  /** Makes the standby take writes. */
  promote(): Promise<void>;
  stop(): Promise<void>;
};

/** Starts a primary and a standby that has caught up. `settings` are the primary's. */
export async function startPair(settings: Record<string, string> = {}): Promise<Pair> {
  const [first, second] = [makeDataDir(), makeDataDir()];
  const log = pino({ level: "silent" });
  const postgresBin = DEBIAN_15;
  const start = (port?: number) =>
    startEmbedded({ dataDir: first.dataDir, log, postgresBin, settings, ...(port && { port }) });
  const primary = await start();
  let running = primary;
  await copyAsStandby(primary.url, second.dataDir);
  const standby = await startEmbedded({ dataDir: second.dataDir, log, postgresBin });
  return {
    primary,
    startPrimary: async () => {
      running = await start(Number(new URL(primary.url).port));
    },
    standby,
    promote: async () => {
      const sql = postgres(standby.url, { max: 1 });
      await sql`select pg_promote()`;
      await sql.end();
    },
    stop: async () => {
      await standby.stop();
      await running.stop();
      first.remove();
      second.remove();
    },
  };
}

async function copyAsStandby(primaryUrl: string, dataDir: string): Promise<void> {
  const [user, folder] = [databaseUser(), join(dataDir, "postgres")];
  const { port, username, password } = new URL(primaryUrl);
  // Primary and standby have the same password, since the password is part of what is copied.
  writeFileSync(passwordFile(dataDir), `${password}\n`, { mode: 0o600 });
  mkdirSync(folder, { mode: 0o700 });
  if (user !== null) chownSync(folder, user.uid, user.gid);
  const launch = launcher(user, [dataDir, DEBIAN_15]);
  const from = `host=127.0.0.1 port=${port} user=${username} password=${password} application_name=${STANDBY}`;
  const copying = ["-D", folder, "-d", from, "--write-recovery-conf", "--checkpoint=fast"];
  await promisify(execFile)(...launchLine(launch, join(DEBIAN_15, "pg_basebackup"), copying), launch.identity);
}
