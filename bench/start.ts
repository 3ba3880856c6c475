// Time that `npm start` takes once everything is installed and built: on an empty folder, and again on the same folder.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { NODE_FLAGS } from "#tests/support/server/server-process.ts";
import { type Figure, median, milliseconds } from "./table.ts";

const RUNS = 5;

/** Starts the product on a folder and gives the milliseconds until it printed its address. */
async function timeStart(dataDir: string): Promise<number> {
  const started = performance.now();
  const server = spawn(process.execPath, [...NODE_FLAGS, "tools/start.mjs"], {
    env: { ...process.env, PORT: "0", DATA_DIR: dataDir, LOG_LEVEL: "silent" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const took = await new Promise<number>((resolve, reject) => {
    createInterface({ input: server.stdout }).on("line", (line) => {
      if (line.includes("is running:")) resolve(performance.now() - started);
    });
    server.once("exit", (code) => reject(new Error(`npm start ended with ${code}`)));
  });
  const ended = once(server, "exit");
  server.kill("SIGTERM");
  await ended;
  return took;
}

/** Median time of the first start (makes, migrates and seeds the database) and of later ones. */
export async function measureStart(): Promise<Figure[]> {
  const cold: number[] = [];
  const warm: number[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    const dataDir = mkdtempSync(join(tmpdir(), "parkering-bench-"));
    cold.push(await timeStart(dataDir));
    warm.push(await timeStart(dataDir));
    rmSync(dataDir, { recursive: true, force: true });
  }
  const note = `median of ${RUNS}`;
  return [
    { what: "first start, empty folder", value: milliseconds(median(cold)), note },
    { what: "later start", value: milliseconds(median(warm)), note },
  ];
}
