// What `npm start` leaves behind when npm is ended: nothing.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { afterEach, expect, test, vi } from "vitest";
import { makeDataDir, postmasterOf } from "#tests/support/built-product.ts";

const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
});

/** Starts the product as the README says, and gives npm and the address once it runs. */
async function npmStart(dataDir: string): Promise<{ npm: ChildProcess; url: string }> {
  const { PATH = "", HOME = "/tmp" } = process.env;
  const env = { PATH, HOME, PORT: "0", DATA_DIR: dataDir, LOG_LEVEL: "warn" };
  // A process group of its own, as a terminal gives it one.
  const npm = spawn("npm", ["start"], { env, detached: true });
  children.push(npm);
  npm.stderr.resume();
  for await (const line of createInterface({ input: npm.stdout })) {
    const url = /is running: (http\S+)/.exec(line)?.[1];
    if (url !== undefined) return { npm, url };
  }
  throw new Error("npm start ended without an address.");
}

const isAlive = (pid: number) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

test.each([
  ["SIGTERM to npm alone", (pid: number) => process.kill(pid, "SIGTERM")],
  ["a terminal that is closed", (pid: number) => process.kill(-pid, "SIGHUP")],
])("%s ends the server and its PostgreSQL", async (_what, end) => {
  const { dataDir, remove } = makeDataDir();
  const { npm, url } = await npmStart(dataDir);
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
  const { pid } = postmasterOf(dataDir);
  const ended = once(npm, "exit");
  end(npm.pid ?? 0);
  await ended;
  await vi.waitFor(() => expect(isAlive(pid)).toBe(false), { timeout: 20_000, interval: 100 });
  await expect(fetch(`${url}/healthz`)).rejects.toThrow("fetch failed");
  remove();
});
