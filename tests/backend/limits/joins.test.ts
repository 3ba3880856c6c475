// Turns of joins: the real server lets them through at a rate, and networks take turns.
import { once } from "node:events";
import { afterAll, beforeAll, expect, test } from "vitest";
import { WebSocket } from "ws";
import { type TestServer, startTestServer } from "#tests/support/server/server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ trustedProxies: ["127.0.0.1"], socketLimits: { joinBurst: 1, joinsPerSecond: 20 } });
});
afterAll(() => server.stop());

const JOIN = JSON.stringify(["1", "1", "realtime:a", "phx_join", { config: { postgres_changes: [] } }]);

/** Joins from an address, waits until the server has read so, and gives the promise of its answer. */
async function join(address: string): Promise<{ answer: Promise<unknown> }> {
  const url = `${server.url.replace("http", "ws")}/realtime/v1/websocket?apikey=${server.publishableKey}&vsn=2.0.0`;
  const socket = new WebSocket(url, { headers: { "x-forwarded-for": address } });
  await once(socket, "open");
  const answer = once(socket, "message").then(() => socket.terminate());
  socket.send(JOIN);
  // Frames are read in their order.
  socket.ping();
  await once(socket, "pong");
  return { answer };
}

test("forty networks that one IPv6 customer has keep nobody else's join waiting", async () => {
  let joined = 0;
  const crowd = Array.from({ length: 40 }, async (_, n) => {
    const { answer } = await join(`2001:db8:1:${n.toString(16)}::1`);
    return { answer: answer.then(() => (joined += 1)) };
  });
  const answers = await Promise.all(crowd);
  const before = joined;
  await (
    await join("192.0.2.1")
  ).answer;
  expect(joined - before).toBeLessThan(8);
  await Promise.all(answers.map(({ answer }) => answer));
});
