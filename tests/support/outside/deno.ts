// Deno, the runtime of hosted Supabase's edge functions: npm has its programs.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { projectFolder } from "#server/database/migrations/project-files.ts";
import { installOutside } from "#tests/support/outside/outside-packages.ts";

const VERSION = "2.9.6";

/**
 * Path of the Deno program. A missing Deno is installed, in a temporary folder or in DENO_FOLDER. Gives null, and warns, where it cannot be
 * installed.
 */
export function installDeno(): string | null {
  const folder = process.env["DENO_FOLDER"] ?? join(tmpdir(), "parkering-deno");
  const { platform, arch } = process;
  const name = `@deno/${platform}-${arch}${platform === "linux" ? "-glibc" : ""}`;
  const program = join(folder, "node_modules", name, platform === "win32" ? "deno.exe" : "deno");
  if (installOutside(folder, { deno: VERSION, [name]: VERSION }) && existsSync(program)) return program;
  console.warn(
    `Deno ${VERSION} cannot be had here (${name}): the edge functions are not asked as hosted Supabase runs them.`,
  );
  return null;
}

export type EdgeFunctions = {
  /** Starts an edge function with these settings and gives its address. */
  serve: (name: string, settings: Record<string, string>) => Promise<string>;
  stop: () => Promise<void>;
};

/**
 * Copies the project's edge functions alone, as hosted Supabase has them. An import that leads out of their folder, or that only Node
 * resolves, then fails.
 */
export function copyEdgeFunctions(deno: string): EdgeFunctions {
  const folder = mkdtempSync(join(tmpdir(), "parkering-edge-"));
  const functions = join(folder, "functions");
  cpSync(join(projectFolder(), "supabase", "functions"), functions, { recursive: true });
  const running: ChildProcess[] = [];
  return {
    serve: async (name, settings) => {
      const child = spawn(deno, ["run", "--allow-all", join(functions, name, "index.ts")], {
        env: {
          ...process.env,
          DENO_DIR: join(folder, "cache"),
          DENO_TLS_CA_STORE: "mozilla,system",
          DENO_NO_UPDATE_CHECK: "1",
          DENO_SERVE_ADDRESS: "tcp:127.0.0.1:0",
          NO_COLOR: "1",
          ...settings,
        },
        stdio: ["ignore", "pipe", "pipe"],
      });
      running.push(child);
      return await listening(child, name);
    },
    stop: async () => {
      for (const child of running) {
        const gone = child.exitCode === null && child.signalCode === null ? once(child, "exit") : null;
        child.kill();
        // oxlint-disable-next-line no-await-in-loop -- a folder is removed that they may write in
        await gone;
      }
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The address that the started program prints. Throws with the program's output when it ends instead. */
function listening(child: ChildProcess, name: string): Promise<string> {
  const said: string[] = [];
  return new Promise((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      if (stream === null) continue;
      createInterface({ input: stream }).on("line", (line) => {
        said.push(line);
        const address = /Listening on (http:\/\/\S+?)\/?( |$)/.exec(line)?.[1];
        if (address !== undefined) resolve(address);
      });
    }
    child.once("exit", () => reject(new Error(`${name} ended in Deno:\n${said.join("\n")}`)));
  });
}
