// A PostgreSQL that is killed while a connection's process has work: nobody waits for the end of that work.
import { spawn } from "node:child_process";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pino } from "pino";
import postgres, { type Sql } from "postgres";
import { afterEach, beforeEach, expect, onTestFinished, test } from "vitest";
import { databaseUser } from "#server/database/embedded/database-user.ts";
import { type EmbeddedDatabase, startEmbedded } from "#server/database/embedded/embedded.ts";
import { endLeftBehind, readPostmaster } from "#server/database/embedded/orphan.ts";
import { copyMigrated } from "#tests/support/database/migrated-folder.ts";
import { makeQuickFolder } from "#tests/support/database/quick-folder.ts";
import { BACK_AGAIN } from "#tests/support/run/patience.ts";

/** Work of minutes that looks at nothing but itself. */
const BUSY = "select count(*) from generate_series(1, 1000000000) n where md5(n::text) = ''";

let dataDir: string;
let database: EmbeddedDatabase;
let sql: Sql;
beforeEach(async () => {
  dataDir = makeQuickFolder("parkering-left-behind-");
  copyMigrated(dataDir);
  database = await startEmbedded({ dataDir, log: pino({ level: "silent" }), settings: { fsync: "off" } });
  sql = postgres(database.url, { max: 2, onnotice: () => undefined });
});
afterEach(async () => {
  await sql.end({ timeout: 0 });
  await database.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Begins the work, and waits until it runs. */
async function beginWork(): Promise<void> {
  sql.unsafe(BUSY).catch(() => undefined);
  const running = () => sql`select from pg_stat_activity where state = 'active' and query = ${BUSY}`;
  await expect.poll(running).toHaveLength(1);
}

test.runIf(process.platform === "linux")("it is back before the work has ended", async () => {
  await beginWork();
  process.kill(readPostmaster(join(dataDir, "postgres"))?.pid ?? 0, "SIGKILL");
  await expect.poll(() => sql`select 1 as one`.catch(() => [])).toEqual([{ one: 1 }]);
});

/** Waits until the database answers again after its kill. */
const isBack = () => expect.poll(() => sql`select 1 as one`.catch(() => []), BACK_AGAIN).toEqual([{ one: 1 }]);
const kill = () => process.kill(readPostmaster(join(dataDir, "postgres"))?.pid ?? 0, "SIGKILL");

// Spec rules §12: A killed PostgreSQL
test.runIf(process.platform === "linux")("it waits for no program that a connection's process began", async () => {
  sql
    .unsafe(`create table t (line text); copy t from program 'echo $$ > program.pid; exec sleep 600'`)
    .catch(() => undefined);
  const file = join(dataDir, "postgres", "program.pid");
  await expect.poll(() => existsSync(file) && readFileSync(file, "utf8")).toMatch(/^\d+\n$/);
  const program = Number(readFileSync(file, "utf8"));
  onTestFinished(() => void process.kill(program, "SIGKILL"));
  kill();
  await isBack();
});

test.runIf(process.platform === "linux")(
  "a process number that is another program's by now is not believed",
  async () => {
    const user = databaseUser();
    const other = spawn("sleep", ["600"], {
      stdio: "ignore",
      ...user,
    });
    onTestFinished(() => void other.kill("SIGKILL"));
    const file = join(dataDir, "postgres", "postmaster.pid");
    const dead = readPostmaster(join(dataDir, "postgres"))?.pid ?? 0;
    writeFileSync(file, readFileSync(file, "utf8").replace(/^\d+/, String(other.pid)));
    process.kill(dead, "SIGKILL");
    await isBack();
    expect(other.exitCode).toBeNull();
  },
);

test("connections of a PostgreSQL that lives are left alone", async () => {
  const [{ pid } = { pid: 0 }] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`;
  endLeftBehind(join(dataDir, "postgres"));
  expect(await sql`select pid from pg_stat_activity where pid = ${pid}`).toHaveLength(1);
});
