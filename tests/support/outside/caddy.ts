// Runs Caddy with the configuration that the project ships, before servers on this machine. Debian: `apt-get install caddy`.
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Whether Caddy is installed. */
export function hasCaddy(): boolean {
  try {
    execFileSync("caddy", ["version"]);
    return true;
  } catch {
    return false;
  }
}

/** Starts Caddy on a port before the servers at `upstreams`, and gives the function that ends it. */
export function startCaddy(port: number, upstreams: readonly number[]): () => Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "parkering-caddy-"));
  const child = spawn("caddy", ["run", "--config", "deploy/Caddyfile", "--adapter", "caddyfile"], {
    env: {
      PATH: process.env["PATH"],
      HOME: folder,
      XDG_DATA_HOME: folder,
      XDG_CONFIG_HOME: folder,
      CADDY_ADMIN: "off",
      SITE_ADDRESS: `http://127.0.0.1:${port}`,
      UPSTREAMS: upstreams.map((each) => `127.0.0.1:${each}`).join(" "),
    },
    stdio: "ignore",
  });
  return async () => {
    child.kill("SIGTERM");
    await once(child, "exit");
    rmSync(folder, { recursive: true, force: true });
  };
}
