// `npm run dev`: Vite in front of the server, pages from the one, data from the other, and one stop for both.
// Runs in `npm run test:all` alone: who changes the sources runs it all day.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { createTestDatabase } from "#tests/support/database/database.ts";
import { freePort } from "#tests/support/server/free-port.ts";
import { FIRST_START } from "#tests/support/run/patience.ts";

test("npm run dev serves sources and data, and stops its two processes in peace", async () => {
  const database = await createTestDatabase({ from: "seeded" });
  const dataDir = mkdtempSync(join(tmpdir(), "parkering-dev-"));
  const port = await freePort();
  const dev = spawn(process.execPath, ["tools/dev.mjs"], {
    env: { ...process.env, NO_COLOR: "1", PORT: String(port), DATABASE_URL: database.url, DATA_DIR: dataDir },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [dev.stdout, dev.stderr]) stream.on("data", (text: Buffer) => (output += text.toString()));
  const ended = once(dev, "close");
  onTestFinished(async () => {
    dev.kill("SIGINT");
    await ended;
    await database.drop();
    rmSync(dataDir, { recursive: true, force: true });
  });
  await vi.waitUntil(() => output.includes("is running") && /Local: +http/.test(output), FIRST_START);
  const vite = /Local: +(http:\/\/localhost:\d+)/.exec(output)?.[1] ?? "";

  expect(await (await fetch(`${vite}/config.json`)).json()).toMatchObject({ securityProfile: "specified" });
  expect((await fetch(`${vite}/rest/v1/parkings`)).status).toBe(401);
  // Addresses of projects whose code begins like one of the server's.
  const pages = ["/restaurang/start-parking", "/storage", "/auth", "/realtime-parkering"];
  const answered = await Promise.all(
    pages.map(async (page) => (await fetch(vite + page, { headers: { accept: "text/html" } })).text()),
  );
  expect(pages.filter((_page, index) => !answered[index]?.includes("/app/start.tsx"))).toEqual([]);

  dev.kill("SIGINT");
  expect(await ended).toEqual([0, null]);
  expect(output).toContain('"msg":"stopped"');
  await expect(fetch(`http://127.0.0.1:${port}/healthz`)).rejects.toThrow("fetch failed");
  await expect(fetch(vite)).rejects.toThrow("fetch failed");
});
