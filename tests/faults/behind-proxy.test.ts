// Two servers behind deploy/Caddyfile, under load, while PostgreSQL restarts and the connections that listen are killed: the proxy keeps both.
// Runs in `npm run test:all` alone, half a minute of waiting: readiness and realtime/resilience kill and freeze the listener.
import { pino } from "pino";
import postgres from "postgres";
import { expect, test } from "vitest";
import { type EmbeddedDatabase, startEmbedded } from "#server/database/embedded/embedded.ts";
import { type BuiltProduct, makeDataDir, startBuilt } from "#tests/support/server/built-product.ts";
import { hasCaddy, startCaddy } from "#tests/support/outside/caddy.ts";
import { freePort } from "#tests/support/server/free-port.ts";
import { BACK_AGAIN, PROCESS_CHANGED, SEVERAL_PRODUCTS } from "#tests/support/run/patience.ts";
import { readinessOf } from "#tests/support/server/readiness.ts";
import { isWhole } from "#tests/support/run/whole.ts";
import { VALID_ROWS } from "#tests/support/rows/rows.ts";

/** The time of each fault; `npm test` leaves the test out. */
const TIMES = 20;
/** A nervous proxy asks this often, in milliseconds. */
const ASK_EVERY_MS = 100;
const LISTENER = "parkering realtime listener";

/** Reads and writes through the proxy without a pause; counts answers by what they were. An answer without our ID is the proxy's own. */
function startLoad(url: string, apikey: string) {
  const counted = { good: 0, refused: 0, byProxy: [] as string[] };
  const over = new AbortController();
  const headers = { apikey, "content-type": "application/json" };
  const call = async (isWrite: boolean) => {
    while (!over.signal.aborted) {
      const answer = await fetch(`${url}/rest/v1/parkings${isWrite ? "" : "?limit=5"}`, {
        headers,
        ...(isWrite && { method: "POST", body: JSON.stringify(VALID_ROWS.parkings) }),
      });
      await answer.arrayBuffer();
      if (answer.headers.get("x-request-id") === null) counted.byProxy.push(`${answer.status}`);
      else counted[answer.ok ? "good" : "refused"] += 1;
    }
  };
  const calls = [true, false, false, false].map(call);
  return {
    counted,
    stop: async () => {
      over.abort();
      await Promise.all(calls);
    },
  };
}

/** Asks each server whether it is ready, ten times a second as a nervous proxy; the statuses that were no 200. */
function watchReadiness(urls: readonly string[]) {
  const bad: string[] = [];
  const timer = setInterval(() => {
    for (const url of urls)
      void fetch(`${url}/readyz`).then(
        async (answer) => answer.status === 200 || bad.push(`${answer.status} ${await answer.text()}`),
        () => undefined,
      );
  }, ASK_EVERY_MS);
  return { bad, stop: () => clearInterval(timer) };
}

test.runIf(isWhole)(
  "20 restarts of PostgreSQL and 20 killed listeners: no answer of the proxy's own, and no server is taken out",
  async (context) => {
    context.skip(!hasCaddy(), "Caddy is not here");
    const place = makeDataDir("migrated");
    context.onTestFinished(place.remove);
    const log = pino({ level: "silent" });
    let database: EmbeddedDatabase = await startEmbedded({ dataDir: place.dataDir, log });
    context.onTestFinished(() => database.stop());
    const at = Number(new URL(database.url).port);
    const ports = [await freePort(), await freePort()];
    const servers: BuiltProduct[] = [];
    for (const PORT of ports.map(String)) {
      const own = makeDataDir();
      context.onTestFinished(own.remove);
      const server = await startBuilt(own.dataDir, { DATABASE_URL: database.url, PORT });
      context.onTestFinished(() => server.stop());
      servers.push(server);
    }
    const port = await freePort();
    context.onTestFinished(startCaddy(port, ports));
    const url = `http://127.0.0.1:${port}`;
    await expect
      .poll(
        () =>
          fetch(`${url}/readyz`).then(
            ({ status }) => status,
            () => 0,
          ),
        PROCESS_CHANGED,
      )
      .toBe(200);

    const load = startLoad(url, servers[0]?.publishableKey ?? "");
    const watch = watchReadiness(servers.map((server) => server.url));
    context.onTestFinished(async () => {
      watch.stop();
      await load.stop();
    });
    const further = async (count: number) => {
      const until = load.counted.good + count;
      await expect.poll(() => load.counted.good, BACK_AGAIN).toBeGreaterThan(until);
    };
    const allReady = () => Promise.all(servers.map(async (server) => (await readinessOf(server.url)).status));
    await further(50);
    for (let time = 0; time < TIMES; time += 1) {
      await database.stop();
      database = await startEmbedded({ dataDir: place.dataDir, log, port: at });
      await further(20);
      await expect.poll(allReady, BACK_AGAIN).toEqual(["ready", "ready"]);
    }
    const sql = postgres(database.url, { max: 1, onnotice: () => undefined });
    for (let time = 0; time < TIMES; time += 1) {
      const listeners = () => sql`select pid from pg_stat_activity where application_name = ${LISTENER}`;
      await expect.poll(listeners, BACK_AGAIN).toHaveLength(2);
      await sql`select pg_terminate_backend(pid, 5000) from pg_stat_activity where application_name = ${LISTENER}`;
      await further(20);
      await expect.poll(allReady, BACK_AGAIN).toEqual(["ready", "ready"]);
    }
    await sql.end();
    watch.stop();
    await load.stop();
    expect(load.counted.byProxy).toEqual([]);
    expect(watch.bad).toEqual([]);
  },
  SEVERAL_PRODUCTS.timeout,
);
