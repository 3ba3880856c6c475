// A PgBouncer before a PostgreSQL, where the machine has one.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { createInterface } from "node:readline";
import { tmpdir } from "node:os";
import { join } from "node:path";

const PROGRAM = "/usr/sbin/pgbouncer";
export const whyNoPgBouncer = existsSync(PROGRAM) ? null : `PgBouncer is not installed (${PROGRAM})`;

/** Way in which PgBouncer lends sessions: `mode` is its pool_mode, `size` the number of sessions that it keeps for the database. */
export type Lending = { mode: "session" | "transaction"; size: number; isRoundRobin?: boolean };

/** Starts a PgBouncer before the database of `url`, and gives the database's address through it. */
export async function startPgBouncer(url: string, lending: Lending): Promise<{ url: string; stop(): Promise<void> }> {
  const target = new URL(url);
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), "parkering-pgbouncer-"));
  const database = target.pathname.slice(1);
  const config = join(folder, "pgbouncer.ini");
  writeFileSync(
    config,
    `[databases]
${database} = host=${target.hostname} port=${target.port} dbname=${database} user=${target.username} password='${decodeURIComponent(target.password)}'
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = ${lending.mode}
default_pool_size = ${lending.size}
max_client_conn = 200
server_round_robin = ${lending.isRoundRobin ? 1 : 0}
`,
  );
  // PgBouncer does not run as root, and the account that it runs as has to read its settings.
  chmodSync(folder, 0o755);
  const isRoot = process.getuid?.() === 0;
  const child = spawn(PROGRAM, [...(isRoot ? ["-u", "nobody"] : []), config], { stdio: ["ignore", "pipe", "pipe"] });
  const said: string[] = [];
  const ended = once(child, "exit");
  const isUp = (async () => {
    for await (const line of createInterface({ input: child.stderr })) {
      said.push(line);
      if (line.includes("process up")) return true;
    }
    return false;
  })();
  if (!(await isUp)) throw new Error(`PgBouncer did not start: ${said.join("\n")}`);
  child.stderr.resume();
  const behind = new URL(url);
  behind.port = String(port);
  behind.username = "anybody";
  behind.password = "";
  return {
    url: behind.href,
    stop: async () => {
      child.kill("SIGKILL");
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, "close");
  return port;
}
