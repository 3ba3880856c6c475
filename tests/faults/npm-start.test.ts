// Places where `npm start` works. Nothing is left behind when npm is ended.
// `npm test` asks a folder of mode 700 that may only be read: both hardships at once.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { join } from "node:path";
import { makeDataDir, postmasterOf } from "#tests/support/server/built-product.ts";
import { inPlace, type Place } from "#tests/support/outside/checkout-places.ts";
import { PROCESS_CHANGED } from "#tests/support/run/patience.ts";
import { whyNoSmallDisk } from "#tests/support/outside/small-disk.ts";
import { isWhole } from "#tests/support/run/whole.ts";

const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
});

/** Starts the product as the README says, behind the command `before`, and gives npm and the address once it runs. */
async function npmStart(
  dataDir: string,
  before: readonly string[] = [],
  { PATH = "", HOME = "/tmp", SEED = "demo" } = process.env,
): Promise<{ npm: ChildProcess; url: string }> {
  const env = { PATH, HOME, SEED, PORT: "0", DATA_DIR: dataDir, LOG_LEVEL: "warn" };
  const [command, ...line] = [...before, "npm", "start"];
  // A process group of its own, as a terminal gives it one.
  const npm = spawn(command, line, { env, detached: true });
  children.push(npm);
  const said: string[] = [];
  createInterface({ input: npm.stderr }).on("line", (text) => said.push(text));
  for await (const text of createInterface({ input: npm.stdout })) {
    const url = /is running: (http\S+)/.exec(text)?.[1];
    if (url !== undefined) return { npm, url };
  }
  throw new Error(`npm start ended without an address: ${said.join("\n")}`);
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
  const { dataDir, remove } = makeDataDir("migrated");
  const { npm, url } = await npmStart(dataDir, [], { ...process.env, SEED: "none" });
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
  const { pid } = postmasterOf(dataDir);
  const ended = once(npm, "exit");
  end(npm.pid ?? 0);
  await ended;
  await vi.waitFor(() => expect(isAlive(pid)).toBe(false), { ...PROCESS_CHANGED, interval: 100 });
  await expect(fetch(`${url}/healthz`)).rejects.toThrow("fetch failed");
  remove();
});

// Spec rules §12: npm start works
test.for<[string, Place]>([
  // The next one is both at once.
  ...(isWhole
    ? ([
        ["root, below a folder of mode 700", { folderMode: "700" }],
        ["root, in a checkout that may only be read", { folderMode: "755", isReadOnly: true }],
        [
          "an ordinary user, in a checkout that may only be read",
          { folderMode: "755", isReadOnly: true, asNobody: true },
        ],
      ] satisfies [string, Place][])
    : []),
  ["root, below a folder of mode 700, in a checkout that may only be read", { folderMode: "700", isReadOnly: true }],
])("as %s, with a blank in its name: it starts and answers", async ([, place], { skip }) => {
  const reason = process.getuid?.() === 0 ? whyNoSmallDisk() : "placing the project somewhere else needs root";
  skip(reason !== null, reason ?? "");
  const { dataDir: folder, remove } = makeDataDir();
  onTestFinished(remove);
  const dataDir = join(folder, "data");
  const { npm, url } = await npmStart(dataDir, inPlace(folder, place), { ...process.env, HOME: dataDir });
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
  const ended = once(npm, "exit");
  process.kill(-(npm.pid ?? 0), "SIGTERM");
  await ended;
  await vi.waitFor(() => expect(fetch(`${url}/healthz`)).rejects.toThrow("fetch failed"), PROCESS_CHANGED);
});
