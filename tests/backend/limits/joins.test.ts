// Turns of joins: the real server lets them through at a rate, and networks take turns.
import { once } from "node:events";
import { afterAll, beforeAll, expect, test } from "vitest";
import { WebSocket } from "ws";
import { makeAccount } from "#tests/support/people/logged-in.ts";
import { type TestServer, startTestServer } from "#tests/support/server/server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({
    trustedProxies: ["127.0.0.1"],
    socketLimits: { joinBurst: 1, joinsPerSecond: 20, networkBurst: 200, networkPerSecond: 0.01 },
  });
});
afterAll(() => server.stop());

const frame = (event: string, payload: object) => JSON.stringify(["1", "1", "realtime:a", event, payload]);
const JOIN = frame("phx_join", { config: { postgres_changes: [] } });

/** Joins from an address, waits until the server has read so, and gives the promise of its answer. */
async function join(address: string): Promise<{ answer: Promise<unknown> }> {
  const { socket, answer } = await begin(address);
  return { answer: answer.then(() => socket.terminate()) };
}

async function begin(address: string): Promise<{ socket: WebSocket; answer: Promise<unknown> }> {
  const url = `${server.url.replace("http", "ws")}/realtime/v1/websocket?apikey=${server.publishableKey}&vsn=2.0.0`;
  const socket = new WebSocket(url, { headers: { "x-forwarded-for": address } });
  await once(socket, "open");
  const answer = once(socket, "message");
  socket.send(JOIN);
  // Frames are read in their order.
  socket.ping();
  await once(socket, "pong");
  return { socket, answer };
}

/** Follows as a login, renews with these tokens, and leaves; gives the promise of the answer to the leave, which comes after all of them. */
async function renew(tokens: readonly string[]) {
  const { socket, answer } = await begin("192.0.2.9");
  await answer;
  const left = once(socket, "message").then(() => socket.terminate());
  for (const token of tokens) socket.send(frame("access_token", { access_token: token }));
  socket.send(frame("phx_leave", {}));
  return { left };
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

test("a newer token of the same login asks the database nothing: a flood of them held the connections that read changes", async () => {
  const { token } = await makeAccount(server.sql, null);
  const { socket, answer } = await begin("192.0.2.9");
  await answer;
  const renewed = once(socket, "message");
  socket.send(frame("phx_join", { config: { postgres_changes: [] }, access_token: token }));
  await renewed;
  await server.sql.begin(async (sql) => {
    await sql`lock table auth.sessions in access exclusive mode`;
    const left = once(socket, "message");
    for (let count = 0; count < 50; count += 1) socket.send(frame("access_token", { access_token: token }));
    socket.send(frame("phx_leave", {}));
    expect((await left).toString()).toContain('"ok"');
  });
  socket.terminate();
});

test("a token of another login takes a turn, as a join does", async () => {
  const [one, other] = [await makeAccount(server.sql, null), await makeAccount(server.sql, null)];
  let isLeft = false;
  const { left } = await renew(Array.from({ length: 40 }, (_, n) => (n % 2 === 0 ? one.token : other.token)));
  void left.then(() => (isLeft = true));
  for (let count = 0; count < 4; count += 1) await (await join("192.0.2.1")).answer;
  expect(isLeft).toBe(false);
  await left;
});

test("sockets of one network share what they send beside a little; a quiet one among them goes on", async () => {
  const heartbeat = JSON.stringify([null, "1", "phoenix", "heartbeat", {}]);
  const sockets = await Promise.all(Array.from({ length: 12 }, () => begin("192.0.2.50")));
  const [quiet, ...loud] = sockets.map(({ socket }) => socket);
  await Promise.all(sockets.map(({ answer }) => answer));
  const ended = loud.map(async (socket) => (await once(socket, "close"))[0] as number);
  for (const socket of loud) for (let count = 0; count < 60; count += 1) socket.send(heartbeat);
  expect(await Promise.race(ended)).toBe(1008);
  const answer = once(quiet as WebSocket, "message");
  quiet?.send(heartbeat);
  expect(String(await answer)).toContain('"ok"');
  for (const { socket } of sockets) socket.terminate();
});
