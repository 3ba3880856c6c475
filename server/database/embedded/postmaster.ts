// Starts, watches and stops the PostgreSQL process of a cluster.
import { type ChildProcess, spawn } from "node:child_process";
import { createServer } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { createInterface } from "node:readline";
import type { Logger } from "pino";
import type { Cluster } from "./cluster.ts";
import { launchLine } from "./database-user.ts";
import { inUse } from "./folder-lock.ts";
import { endLeftBehind, endOrphan, endProcess, readPostmaster } from "./orphan.ts";

const READY_PATIENCE_MS = 60_000;
/** Wait after a postmaster was killed: its children need a moment to notice, and so does the port. */
const START_ATTEMPTS = 20;
const RETRY_MS = 250;
/** Time between two looks for processes that a dead postmaster left behind, and the longest wait for their end. */
const LOOK_MS = 250;
const LEFT_BEHIND_MS = 5000;

/**
 * Settings for one machine, with little memory. Durability stays at PostgreSQL's defaults. Statements and rows, which may hold passwords,
 * are never logged.
 */
const SETTINGS: Record<string, string> = {
  listen_addresses: "127.0.0.1",
  unix_socket_directories: "",
  max_connections: "100",
  shared_buffers: "64MB",
  work_mem: "8MB",
  timezone: "UTC",
  log_line_prefix: "",
  log_min_messages: "log",
  log_min_error_statement: "panic",
  log_error_verbosity: "terse",
  log_checkpoints: "off",
};

/** A running PostgreSQL on a port of loopback. */
export type Postmaster = { port: number; stop(): Promise<void> };

type Started = { child: ChildProcess; port: number; ended: Promise<string> };

/** Starts PostgreSQL and waits until it takes connections. Throws DataFolderInUseError when another process has the folder. */
export async function startPostmaster(
  cluster: Cluster,
  settings: Record<string, string>,
  log: Logger,
  wantedPort?: number,
  patienceMs = READY_PATIENCE_MS,
): Promise<Postmaster> {
  const all = { ...SETTINGS, ...settings };
  let current = await startReady(cluster, all, log, wantedPort, patienceMs);
  const { port } = current;
  let isStopping = false;

  const watch = async (): Promise<void> => {
    for (;;) {
      await current.ended;
      if (isStopping) return;
      log.error("the database process ended by itself; it is started again");
      try {
        // The number of a process that was killed may be another program's by now, and PostgreSQL would take that for itself.
        await endOrphan(cluster.folder, log);
        current = await startReady(cluster, all, log, port);
        if (isStopping) await endStarted(current);
      } catch (error) {
        log.error({ err: error }, "the database process does not start");
        await pause(1000);
      }
    }
  };
  const watching = watch();

  // A server that exits without stopping the database, for whatever reason, takes the database with it.
  const onExit = (): void => void current.child.kill("SIGINT");
  process.once("exit", onExit);
  const stop = async (): Promise<void> => {
    isStopping = true;
    process.removeListener("exit", onExit);
    await endStarted(current);
    await watching;
  };
  return { port, stop };
}

async function endStarted({ child, ended }: Started): Promise<void> {
  if (child.pid !== undefined && child.exitCode === null && child.signalCode === null) await endProcess(child.pid);
  await ended;
}

async function startReady(
  cluster: Cluster,
  settings: Record<string, string>,
  log: Logger,
  fixedPort?: number,
  patienceMs = READY_PATIENCE_MS,
): Promise<Started> {
  for (let attempt = 1; ; attempt += 1) {
    const started = launchPostgres(cluster, settings, fixedPort ?? (await freePort()), log);
    const failure = await untilReady(cluster, started, patienceMs);
    if (failure === null) return started;
    if (failure.includes("lock file")) throw inUse(cluster.folder, readPostmaster(cluster.folder)?.pid ?? null);
    const passes = /pre-existing shared memory|Address already in use|could not create any TCP/i.test(failure);
    if (!passes || attempt === START_ATTEMPTS) throw new Error(`PostgreSQL did not start: ${failure}`);
    await pause(RETRY_MS);
  }
}

function launchPostgres(cluster: Cluster, settings: Record<string, string>, port: number, log: Logger): Started {
  const flags = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const line = launchLine(cluster.launch, cluster.binaries.postgres, [
    "-D",
    cluster.folder,
    "-p",
    String(port),
    ...flags,
  ]);
  const child = spawn(...line, {
    ...cluster.launch.identity,
    env: { ...process.env, LC_ALL: "C" },
    stdio: ["ignore", "ignore", "pipe"],
    detached: process.platform !== "win32",
    windowsHide: true,
  });
  const lastWords: string[] = [];
  if (child.stderr) {
    createInterface({ input: child.stderr }).on("line", (line) => {
      lastWords.push(line);
      if (lastWords.length > 20) lastWords.shift();
      log[/^(?:FATAL|PANIC)/.test(line) ? "warn" : "debug"]({ component: "postgres" }, line);
    });
  }
  const ended = new Promise<string>((resolve) => {
    child.once("error", (error) => resolve(error.message));
    child.once("exit", () => waitForLeftBehind(cluster.folder, child));
    // `close` comes after the last line of output has been read.
    child.once("close", (code, signal) => resolve(lastWords.join(" | ") || `it ended with ${signal ?? code}`));
  });
  return { child, port, ended };
}

/**
 * Ends the processes that a dead postmaster left behind, again and again until its output is closed: a process that was just being made
 * has no name of PostgreSQL's yet. A program that PostgreSQL ran, and that still holds the output, is waited for no longer than
 * LEFT_BEHIND_MS.
 */
function waitForLeftBehind(folder: string, child: ChildProcess): void {
  endLeftBehind(folder);
  const looking = setInterval(() => endLeftBehind(folder), LOOK_MS);
  const patience = setTimeout(() => child.stderr?.destroy(), LEFT_BEHIND_MS);
  child.once("close", () => {
    clearInterval(looking);
    clearTimeout(patience);
  });
}

/** Waits until PostgreSQL takes connections. Null then, and its last output when it ended instead. */
async function untilReady(cluster: Cluster, { child, ended }: Started, patienceMs: number): Promise<string | null> {
  let lastWords: string | undefined;
  void ended.then((words) => (lastWords = words));
  for (const until = performance.now() + patienceMs; performance.now() < until; await pause(15)) {
    if (lastWords !== undefined) return lastWords;
    const written = readPostmaster(cluster.folder);
    if (written?.pid === child.pid && written?.ready) return null;
  }
  if (child.pid !== undefined) await endProcess(child.pid);
  return `not ready within ${patienceMs / 1000} seconds`;
}

/** A port of loopback that was free a moment ago. */
function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0));
    });
  });
}
