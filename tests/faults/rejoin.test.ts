// Everybody is told of a gap at once, joins again and fetches: it is spread, so that the reads of others stay quick.
// Runs in `npm run test:all` alone: realtime/turns.test holds the rate.
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import postgres from "postgres";
import { expect, test } from "vitest";
import { WebSocket } from "ws";
import { makeDataDir, startBuilt } from "#tests/support/server/built-product.ts";
import { WORKED_THROUGH } from "#tests/support/run/patience.ts";
import { FORWARDED_FOR, newAddress } from "#tests/support/rows/writes.ts";

const SOCKETS = 1000;
/** Ninety-five of a hundred reads of somebody else are answered within this time, in milliseconds. */
const READ_MS = 100;
/** The client waits so long after the first error. */
const REJOIN_AFTER_MS = 1000;

test(`${SOCKETS} channels join again after a gap: reads of others stay under ${READ_MS} ms`, async (context) => {
  const { dataDir, remove } = makeDataDir("migrated");
  context.onTestFinished(remove);
  const product = await startBuilt(dataDir);
  context.onTestFinished(() => product.stop());
  const list = `${product.url}/rest/v1/main_page_sites?select=*&limit=20`;
  const read = async () => {
    const asked = performance.now();
    const answer = await fetch(list, { headers: { apikey: product.publishableKey } });
    await answer.arrayBuffer();
    return performance.now() - asked;
  };
  const address = `${product.url.replace(/^http/, "ws")}/realtime/v1/websocket?apikey=${product.publishableKey}&vsn=2.0.0`;
  const postgres_changes = [{ event: "*", schema: "public", table: "parkings" }];
  const crowd = { joined: 0 };
  const sockets: WebSocket[] = [];
  context.onTestFinished(() => {
    for (const socket of sockets) socket.terminate();
  });
  for (let n = 0; n < SOCKETS; n += 1) {
    const socket = new WebSocket(address, { headers: { [FORWARDED_FOR]: newAddress() } });
    const join = () =>
      socket.send(JSON.stringify(["1", "1", "realtime:all", "phx_join", { config: { postgres_changes } }]));
    socket.on("message", (data: Buffer) => {
      const text = data.toString();
      if (text.includes("Subscribed to PostgreSQL")) {
        crowd.joined += 1;
        void read();
      } else if (text.includes("phx_error")) {
        crowd.joined -= 1;
        setTimeout(join, REJOIN_AFTER_MS);
      }
    });
    await once(socket, "open");
    join();
    sockets.push(socket);
  }
  await expect.poll(() => crowd.joined, WORKED_THROUGH).toBe(SOCKETS);

  const sql = postgres(product.databaseUrl, { max: 1 });
  context.onTestFinished(() => sql.end());
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'parkering realtime listener'`;
  await expect.poll(() => crowd.joined).toBeLessThan(SOCKETS);
  const took: number[] = [];
  const from = performance.now();
  while (crowd.joined < SOCKETS && performance.now() - from < WORKED_THROUGH.timeout) {
    took.push(await read());
    await pause(20);
  }
  expect(crowd.joined).toBe(SOCKETS);
  const p95 = took.toSorted((a, b) => a - b)[Math.floor(took.length * 0.95)] ?? Infinity;
  expect(p95).toBeLessThan(READ_MS);
});
