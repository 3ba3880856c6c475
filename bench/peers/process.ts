// Starts a peer as a process of its own, like the product, and ends it.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

export type Peer = { url: string; stop(): Promise<void> };

/** Runs a script beside this file, and waits for its address. */
export async function startPeer(script: `${string}.mjs`, settings: Record<string, string>): Promise<Peer> {
  const child = spawn(process.execPath, [fileURLToPath(new URL(script, import.meta.url))], {
    env: { ...process.env, NODE_ENV: "production", ...settings },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(child, "exit");
  const url = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).on("line", (line) => {
      const address = /^listening: (\S+)/.exec(line)?.[1];
      if (address !== undefined) resolve(address);
    });
    child.once("exit", (code) => reject(new Error(`${script} ended with ${code} before it listened.`)));
  });
  return {
    url,
    async stop() {
      child.kill("SIGKILL");
      await ended;
    },
  };
}
