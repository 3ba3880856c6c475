// Two servers behind Caddy, replaced one after the other: no request is lost (docs/operations.md, Several server processes).
// Runs in `npm run test:all` alone, minutes long: operators' commands share no code with a screen.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { readSecrets } from "#server/secrets.ts";
import { hasCaddy, startCaddy } from "#tests/support/outside/caddy.ts";
import { createTestDatabase } from "#tests/support/database/database.ts";
import { freePort } from "#tests/support/server/free-port.ts";
import { PATIENCE, PROCESS_CHANGED } from "#tests/support/run/patience.ts";
import { VALID_ROWS } from "#tests/support/rows/rows.ts";
import { type ServerProcess, startServerProcess } from "#tests/support/server/server-process.ts";

const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp();
});

const METRICS_TOKEN = "a-token-of-the-test";

/** How many requests for parkings a server has answered. */
async function answeredBy(url: string): Promise<number> {
  const answer = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } });
  const counts = (await answer.text()).matchAll(
    /^parkering_requests_total\{.*route="\/rest\/v1\/parkings".*\} (\d+)$/gm,
  );
  return Array.from(counts, ([, count]) => Number(count)).reduce((sum, count) => sum + count, 0);
}

/** Reads and writes without a pause until it is stopped; gives what was not answered as it should. */
function startCalling(url: string, apikey: string) {
  const lost: string[] = [];
  let count = 0;
  const over = new AbortController();
  const headers = { apikey, "content-type": "application/json" };
  const call = async (index: number) => {
    const isWrite = index % 2 === 0;
    for (; !over.signal.aborted; count += 1) {
      const answer = fetch(`${url}/rest/v1/parkings${isWrite ? "" : "?limit=5"}`, {
        headers,
        ...(isWrite && { method: "POST", body: JSON.stringify(VALID_ROWS.parkings) }),
      });
      const told = await answer.then(
        async (response) => (response.ok ? null : `${response.status} ${await response.text()}`),
        (error: Error) => `${error.message}: ${String(error.cause)}`,
      );
      if (told !== null) lost.push(told);
    }
  };
  const calls = Array.from({ length: 6 }, (_, index) => call(index));
  return {
    count: () => count,
    stop: async () => {
      over.abort();
      await Promise.all(calls);
      return lost;
    },
  };
}

// Spec rules §11: Two servers behind
test.skipIf(!hasCaddy())(
  "servers behind Caddy are replaced one after the other, and no request is lost",
  async () => {
    const database = await createTestDatabase({ from: "seeded" });
    cleanUps.push(() => database.drop());
    const storage = mkdtempSync(join(tmpdir(), "parkering-rolling-"));
    cleanUps.push(() => rmSync(storage, { recursive: true, force: true }));
    const ports = [await freePort(), await freePort()];
    const servers: ServerProcess[] = [];
    const start = async (index: number) => {
      servers[index] = await startServerProcess({
        DATABASE_URL: database.url,
        STORAGE_URL: storage,
        PORT: String(ports[index]),
        SHUTDOWN_DELAY_SECONDS: "3",
        METRICS_TOKEN,
        LOG_LEVEL: "warn",
      });
    };
    for (const index of [0, 1]) await start(index);
    cleanUps.push(async () => {
      for (const { child } of servers) child.kill("SIGKILL");
      await Promise.all(servers.map(({ exited }) => exited));
    });
    const port = await freePort();
    cleanUps.push(startCaddy(port, ports));
    const url = `http://127.0.0.1:${port}`;
    await vi.waitUntil(
      () =>
        fetch(`${url}/readyz`).then(
          ({ status }) => status === 200,
          () => false,
        ),
      PROCESS_CHANGED,
    );
    const { publishableKey } = await readSecrets(database.database);

    const calling = startCalling(url, publishableKey);
    for (const index of [0, 1]) {
      const old = servers[index];
      await vi.waitUntil(async () => (await answeredBy(old?.url ?? "")) > 20, PROCESS_CHANGED);
      old?.child.kill("SIGTERM");
      expect(await old?.exited).toBe(0);
      await start(index);
      // The other one goes only when this one is asked again.
      await vi.waitUntil(async () => (await answeredBy(servers[index]?.url ?? "")) > 20, PROCESS_CHANGED);
    }
    expect(await calling.stop()).toEqual([]);
    expect(calling.count()).toBeGreaterThan(80);
  },
  180_000,
);

test("a server that leaves says so, answers until its time is over, and keeps no connection", async () => {
  const database = await createTestDatabase({ from: "seeded" });
  cleanUps.push(() => database.drop());
  const storage = mkdtempSync(join(tmpdir(), "parkering-rolling-"));
  cleanUps.push(() => rmSync(storage, { recursive: true, force: true }));
  const settings = { DATABASE_URL: database.url, STORAGE_URL: storage, SHUTDOWN_DELAY_SECONDS: "5" };
  const { url, child, exited } = await startServerProcess(settings);
  const ready = await fetch(`${url}/readyz`);
  expect([ready.status, ready.headers.get("connection")]).toEqual([200, "keep-alive"]);
  child.kill("SIGTERM");
  await vi.waitUntil(async () => (await fetch(`${url}/readyz`)).status === 503, PATIENCE);
  expect(await (await fetch(`${url}/readyz`)).json()).toEqual({ state: "leaving" });
  const answer = await fetch(`${url}/config.json`);
  expect([answer.status, answer.headers.get("connection")]).toEqual([200, "close"]);
  expect(await exited).toBe(0);
});
