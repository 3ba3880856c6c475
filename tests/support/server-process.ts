// The server as a process of its own, from the sources or as built: for tests of start, signals, crashes and faults.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";

export type ServerProcess = {
  child: ChildProcess;
  /** Address that it printed. */
  url: string;
  /** Everything that it has written so far. */
  output(): string;
  /** Resolves with the exit code, or null when a signal ended it. */
  exited: Promise<number | null>;
};

/** How Node starts the server: from the sources, or as `npm run build` made it. */
const SOURCES = ["--import", "tsx", "server/main.ts"];
export const BUILT = ["dist/server/main.js"];

/**
 * Starts the server with these settings and waits for its address. Rejects with its output when it ends before.
 * `program` is what Node runs; `before` a command that runs Node in its turn, such as one that sets limits and then execs.
 */
export async function startServerProcess(
  settings: Record<string, string>,
  program: readonly string[] = SOURCES,
  before: readonly string[] = [],
): Promise<ServerProcess> {
  const { child, output, exited, lines } = spawnServer(settings, program, before);
  const url = await new Promise<string>((resolve, reject) => {
    lines.on("line", (line) => {
      const address = /is running: (http\S+)/.exec(line)?.[1];
      if (address) resolve(address);
    });
    void exited.then((code) => reject(new Error(`The server ended with ${code}: ${output()}`)));
  });
  return { child, url, output, exited };
}

/** Starts the server with settings that it must refuse; gives its exit code and what it wrote. */
export async function refusedStart(settings: Record<string, string>): Promise<{ code: number | null; output: string }> {
  const { output, exited } = spawnServer(settings, SOURCES, []);
  return { code: await exited, output: output() };
}

function spawnServer(settings: Record<string, string>, program: readonly string[], before: readonly string[]) {
  const { PATH = "", HOME = "/tmp" } = process.env;
  const [command = process.execPath, ...line] = [...before, process.execPath, ...program];
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
