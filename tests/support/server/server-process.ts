// The server as a process of its own: for tests of start, signals, crashes and faults.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";

export type ServerProcess = {
  child: ChildProcess;
  /** Address that the server printed. */
  url: string;
  /** Everything that the server has printed so far. */
  output(): string;
  /** Resolves with the exit code, or with null when a signal ended the process. */
  exited: Promise<number | null>;
};

/**
 * Folder of the server that the set-up of the backend tests builds from today's sources. It starts in a third of the time that tsx takes.
 */
export const OF_THESE_TESTS = "node_modules/.cache/server-of-tests";

/** Node's arguments for the server, or another of its programs, in backend tests. */
export const program = (name = "main"): string[] => [`${OF_THESE_TESTS}/${name}.js`];

/** Flags of Node with which the product is started everywhere: by `npm start`, the image and the service (docs/performance.md). */
export const NODE_FLAGS = ["--max-semi-space-size=64"];

/** Node's arguments for the server that `npm run build` made. */
export const BUILT = [...NODE_FLAGS, "dist/server/main.js"];

/**
 * Starts the server with these settings and waits for its address. Rejects with the output when the server ends first. `arguments_` are
 * Node's; `before` is a command that runs Node, such as one that sets limits and then execs.
 */
export async function startServerProcess(
  settings: Record<string, string>,
  arguments_: readonly string[] = program(),
  before: readonly string[] = [],
): Promise<ServerProcess> {
  const { child, output, exited, lines } = spawnServer(settings, arguments_, before);
  const url = await new Promise<string>((resolve, reject) => {
    lines.on("line", (line) => {
      const address = /is running: (http\S+)/.exec(line)?.[1];
      if (address) resolve(address);
    });
    void exited.then((code) => reject(new Error(`The server ended with ${code}: ${output()}`)));
  });
  // A server that ends with an error prints its output, since the test that waits for it would not show it.
  void exited.then((code) => {
    if (code !== null && code !== 0) process.stderr.write(`The server of a test ended with ${code}: ${output()}\n`);
  });
  return { child, url, output, exited };
}

/** Starts the server with settings that it must refuse, and gives its exit code and output. */
export async function refusedStart(settings: Record<string, string>): Promise<{ code: number | null; output: string }> {
  const { output, exited } = spawnServer(settings, program(), []);
  return { code: await exited, output: output() };
}

/** Exit code and output of `npm run database:check` for a database. */
export async function checkDatabase(
  url: string,
  arguments_: readonly string[] = program("database-check"),
): Promise<{ code: number | null; output: string }> {
  const { output, exited } = spawnServer({ DATABASE_URL: url }, arguments_, []);
  return { code: await exited, output: output() };
}

function spawnServer(settings: Record<string, string>, arguments_: readonly string[], before: readonly string[]) {
  const { PATH = "", HOME = "/tmp" } = process.env;
  const [command = process.execPath, ...line] = [...before, process.execPath, ...arguments_];
  const child = spawn(command, line, {
    env: { PATH, HOME, PORT: "0", LOG_LEVEL: "info", ...settings },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const written: string[] = [];
  const lines = createInterface({ input: child.stdout });
  lines.on("line", (line) => written.push(line));
  createInterface({ input: child.stderr }).on("line", (line) => written.push(line));
  const exited = once(child, "close").then(([code]) => code as number | null);
  return { child, lines, exited, output: () => written.join("\n") };
}
