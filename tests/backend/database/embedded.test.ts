// The database that comes with npm install: what survives a kill, who may have its folder, what it tells.
// Runs in `npm run test:all` alone, minutes long: lifecycle starts and kills a server in `npm test`.
import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { pino } from "pino";
import postgres from "postgres";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { findBinaries } from "#server/database/embedded/binaries.ts";
import { type EmbeddedDatabase, startEmbedded } from "#server/database/embedded/embedded.ts";
import { DataFolderInUseError, isAlive } from "#server/database/embedded/folder-lock.ts";
import { readPostmaster } from "#server/database/embedded/orphan.ts";
import { DEBIAN_15, isDebian15There } from "#tests/support/database/other-postgres.ts";
import { PROCESS_CHANGED } from "#tests/support/run/patience.ts";

const log = pino({ level: "silent" });

let dataDir: string;
let running: EmbeddedDatabase[];
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "parkering-embedded-"));
  running = [];
});
afterEach(async () => {
  for (const database of running) await database.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

async function start(): Promise<EmbeddedDatabase> {
  const database = await startEmbedded({ dataDir, log });
  running.push(database);
  return database;
}

async function ask<T>(url: string, query: string): Promise<T> {
  const sql = postgres(url, { max: 1, onnotice: () => undefined });
  try {
    return (await sql.unsafe(query)) as T;
  } finally {
    await sql.end();
  }
}

/** A server in a process of its own, as far as the database goes; `url` comes once the database runs. */
async function startOtherProcess(): Promise<{ process: ChildProcess; url: string }> {
  const child = spawn(process.execPath, ["--import", "tsx", "tests/support/database/embedded-process.ts", dataDir], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  for await (const line of createInterface({ input: child.stdout })) return { process: child, url: line };
  throw new Error("The process ended without an address.");
}

const gone = (child: ChildProcess): Promise<unknown> => new Promise((resolve) => child.once("exit", resolve));

describe("a database folder", () => {
  it("keeps its rows from one start to the next, with UTF-8, Swedish letters and order", async () => {
    const first = await start();
    await ask(first.url, "create table words (word text); insert into words values ('ö'), ('a'), ('ä'), ('å'), ('z')");
    await first.stop();
    const second = await start();
    const [row] = await ask<{ words: string; low: string; durable: string }[]>(
      second.url,
      "select string_agg(word, '' order by word) as words, lower('ÅÄÖ') as low, current_setting('fsync') || current_setting('synchronous_commit') as durable from words",
    );
    expect(row).toEqual({ words: "azåäö", low: "åäö", durable: "onon" });
  });

  it("keeps its password to itself, and the database to loopback", async () => {
    const { url } = await start();
    expect(statSync(join(dataDir, "database-password")).mode & 0o777).toBe(0o600);
    expect(new URL(url).hostname).toBe("127.0.0.1");
    const [row] = await ask<{ addresses: string }[]>(url, "select current_setting('listen_addresses') as addresses");
    expect(row?.addresses).toBe("127.0.0.1");
    const wrong = new URL(url);
    wrong.password = "wrong";
    await expect(ask(wrong.href, "select 1")).rejects.toMatchObject({ code: "28P01" });
  });

  it("of another PostgreSQL version is refused with the way out", async () => {
    mkdirSync(join(dataDir, "postgres"));
    writeFileSync(join(dataDir, "postgres", "PG_VERSION"), "16\n");
    await expect(start()).rejects.toThrow(
      /belongs to PostgreSQL 16, and .* is PostgreSQL 18\.\d+\. .*`npm run upgrade-database`.* or set POSTGRES_BIN to .* a PostgreSQL 16/,
    );
  });

  // Spec rules §12: The embedded PostgreSQL's
  it("runs with the programs of POSTGRES_BIN, a new one with those of another major", async ({ skip }) => {
    const { folder } = await findBinaries(null);
    const first = await start();
    await first.stop();
    const same = await startEmbedded({ dataDir, log, postgresBin: dirname((await findBinaries(null)).postgres) });
    running.push(same);
    expect(same.version).toMatch(/^18\.\d+$/);
    await same.stop();
    await expect(startEmbedded({ dataDir, log, postgresBin: folder })).rejects.toThrow(
      `POSTGRES_BIN is "${folder}", and no PostgreSQL runs from there`,
    );
    skip(!isDebian15There, "Debian's PostgreSQL 15 is not installed");
    await expect(startEmbedded({ dataDir, log, postgresBin: DEBIAN_15 })).rejects.toThrow(
      /belongs to PostgreSQL 18, and \/usr\/lib\/postgresql\/15\/bin is PostgreSQL 15\.\d+\. .* set POSTGRES_BIN/,
    );
    const other = await startEmbedded({ dataDir: join(dataDir, "new"), log, postgresBin: DEBIAN_15 });
    running.push(other);
    const [row] = await ask<{ version: string; low: string }[]>(
      other.url,
      "select current_setting('server_version') as version, lower('ÅÄÖ') as low",
    );
    expect(row).toEqual({ version: expect.stringMatching(/^15\./), low: "åäö" });
  });

  it("is made again when the making was interrupted", async () => {
    mkdirSync(join(dataDir, "postgres.new"));
    writeFileSync(join(dataDir, "postgres.new", "PG_VERSION"), "18\n");
    const { url } = await start();
    expect(await ask(url, "select 1 as one")).toEqual([{ one: 1 }]);
  });
});

describe("a second server on the same folder", () => {
  it("is refused in the same process", async () => {
    await start();
    await expect(startEmbedded({ dataDir, log })).rejects.toThrow(DataFolderInUseError);
  });

  it("is refused while the other process lives, and starts when it has stopped", async () => {
    const other = await startOtherProcess();
    await expect(startEmbedded({ dataDir, log })).rejects.toThrow(
      `Another server (process ${other.process.pid}) works on the data folder ${dataDir}.`,
    );
    expect(await ask(other.url, "select 1 as one")).toEqual([{ one: 1 }]);
    const ended = gone(other.process);
    other.process.kill("SIGTERM");
    await ended;
    expect(await ask((await start()).url, "select 2 as two")).toEqual([{ two: 2 }]);
  });

  it("is not kept out by a process number that was given again", async () => {
    // Our parent lives, and is not the process that wrote the file: it started at another time.
    writeFileSync(join(dataDir, "server.lock"), JSON.stringify({ pid: process.ppid, started: "1" }));
    expect(await ask((await start()).url, "select 1 as one")).toEqual([{ one: 1 }]);
  });
});

describe("after kill -9", () => {
  it("of the server, the next start ends the database that was left behind and keeps every acknowledged row", async () => {
    const other = await startOtherProcess();
    await ask(other.url, "create table t (n int); insert into t select generate_series(1, 500)");
    const left = readPostmaster(join(dataDir, "postgres"))?.pid ?? 0;
    const ended = gone(other.process);
    other.process.kill("SIGKILL");
    await ended;
    expect(isAlive(left)).toBe(true);
    const { url } = await start();
    expect(isAlive(left)).toBe(false);
    expect(await ask(url, "select count(*)::int from t")).toEqual([{ count: 500 }]);
  });

  it("of the server and the database, the next start recovers", async () => {
    const other = await startOtherProcess();
    await ask(other.url, "create table t (n int); insert into t select generate_series(1, 500)");
    const left = readPostmaster(join(dataDir, "postgres"))?.pid ?? 0;
    const ended = gone(other.process);
    other.process.kill("SIGKILL");
    process.kill(left, "SIGKILL");
    await ended;
    const { url } = await start();
    expect(await ask(url, "select count(*)::int from t")).toEqual([{ count: 500 }]);
  });

  it("of the database alone, it comes back at the same address", async () => {
    const { url } = await start();
    await ask(url, "create table t (n int); insert into t values (1)");
    const left = readPostmaster(join(dataDir, "postgres"))?.pid ?? 0;
    process.kill(left, "SIGKILL");
    await vi.waitUntil(async () => ask(url, "select n from t").catch(() => null), {
      ...PROCESS_CHANGED,
      interval: 100,
    });
    expect(await ask(url, "select n from t")).toEqual([{ n: 1 }]);
  });

  it("a postmaster.pid whose number belongs to another program by now is not believed", async () => {
    const first = await start();
    await first.stop();
    const file = join(dataDir, "postgres", "postmaster.pid");
    writeFileSync(file, `${process.ppid}\n${join(dataDir, "postgres")}\n1\n5432\n\n127.0.0.1\n\nready\n`);
    const second = await start();
    expect(await ask(second.url, "select 1 as one")).toEqual([{ one: 1 }]);
    expect(isAlive(process.ppid)).toBe(true);
  });
});

it("PostgreSQL's log holds no values of rows", async () => {
  const lines: string[] = [];
  const listening = pino({ level: "trace" }, { write: (line: string) => void lines.push(line) });
  const database = await startEmbedded({ dataDir, log: listening });
  running.push(database);
  const refused = "create table t (secret text check (length(secret) > 20)); insert into t values ('Vakt-7410')";
  await expect(ask(database.url, refused)).rejects.toMatchObject({ code: "23514" });
  await database.stop();
  expect(lines.join("")).toContain("database system is ready to accept connections");
  expect(lines.join("")).not.toContain("Vakt-7410");
  expect(lines.join("")).not.toContain(readFileSync(join(dataDir, "database-password"), "utf8").trim());
});
