// How many sockets an address may open, how much a socket may ask for and how fast: the real server, small limits.
import { once } from "node:events";
import net from "node:net";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { type RawData, WebSocket } from "ws";
import { type TestServer, startTestServer } from "#tests/support/server/server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({
    trustedProxies: ["127.0.0.1"],
    socketLimits: {
      sockets: 8,
      socketsPerAddress: 2,
      bindingBytes: 20_000,
      bindingBytesPerAddress: 30_000,
      burst: 150,
      messagesPerSecond: 0.01,
      joinWithinMs: 300,
    },
  });
});
afterAll(() => server.stop());

const sockets: WebSocket[] = [];
afterEach(async () => {
  const left = sockets.splice(0).filter((socket) => socket.readyState !== socket.CLOSED);
  const closed = left.map((socket) => once(socket, "close"));
  for (const socket of left) socket.terminate();
  await Promise.all(closed);
});

/** A bare socket of an address, as the proxy says it. */
function connect(address?: string): WebSocket {
  const url = server.url.replace("http", "ws");
  const socket = new WebSocket(`${url}/realtime/v1/websocket?apikey=${server.publishableKey}&vsn=2.0.0`, {
    headers: address === undefined ? {} : { "x-forwarded-for": address },
  });
  socket.on("error", () => undefined);
  return socket;
}

async function open(address?: string): Promise<WebSocket> {
  const socket = connect(address);
  sockets.push(socket);
  await once(socket, "open");
  return socket;
}

async function refusal(socket: WebSocket): Promise<{ status: number; text: string }> {
  const [, answer] = (await once(socket, "unexpected-response")) as [
    unknown,
    AsyncIterable<Buffer> & { statusCode: number },
  ];
  let text = "";
  for await (const part of answer) text += part.toString();
  return { status: answer.statusCode, text };
}

type Frame = [string | null, string | null, string, string, { status?: string; response?: { reason?: string } }];

const join = (topic: string, bindings: object[] = [{ event: "*", schema: "public", table: "parkings" }]) =>
  JSON.stringify(["1", "1", topic, "phx_join", { config: { postgres_changes: bindings } }]);

/** Sends a frame and gives the reply to it. */
async function ask(socket: WebSocket, frame: string): Promise<Frame[4]> {
  const reply = new Promise<Frame[4]>((resolve) => {
    const listen = (data: RawData) => {
      const [, , , event, payload] = JSON.parse((data as Buffer).toString()) as Frame;
      if (event !== "phx_reply") return;
      socket.off("message", listen);
      resolve(payload);
    };
    socket.on("message", listen);
  });
  socket.send(frame);
  return reply;
}

const closing = async (socket: WebSocket) => {
  const [code, reason] = (await once(socket, "close")) as [number, Buffer];
  return { code, reason: reason.toString() };
};

test("an address has a few sockets, others have theirs, and a place is free again when one is closed", async () => {
  const first = await open("203.0.113.1");
  await ask(first, join("realtime:a"));
  const second = await open("203.0.113.1");
  await ask(second, join("realtime:a"));
  expect(await refusal(connect("203.0.113.1"))).toEqual({ status: 429, text: "too many sockets of one address" });
  await open("203.0.113.2");
  first.close();
  await closing(first);
  await expect
    .poll(() =>
      open("203.0.113.1").then(
        () => true,
        () => false,
      ),
    )
    .toBe(true);
});

test("addresses of one IPv6 network are one", async () => {
  for (const last of [1, 2]) await ask(await open(`2001:db8::${last}`), join("realtime:a"));
  expect((await refusal(connect("2001:db8::3"))).status).toBe(429);
});

test("the addresses of one IPv6 customer have no more than three of them", async () => {
  for (const network of [1, 1, 2, 2, 3, 3]) await ask(await open(`2001:db8:1:${network}::1`), join("realtime:a"));
  expect((await refusal(connect("2001:db8:1:4::1"))).status).toBe(429);
  await ask(await open("2001:db8:2:1::1"), join("realtime:a"));
});

test("this machine has no limit but the server's, which says so with 503", async () => {
  for (let index = 0; index < 8; index += 1) await ask(await open(), join("realtime:a"));
  expect((await refusal(connect())).status).toBe(503);
  expect((await refusal(connect("203.0.113.9"))).status).toBe(503);
});

test("a socket that joins nothing is closed, also one that left what it joined; one that follows something stays", async () => {
  const idle = await open("203.0.113.3");
  const staying = await open("203.0.113.4");
  await ask(staying, join("realtime:a"));
  const leaving = await open("203.0.113.5");
  await ask(leaving, join("realtime:a"));
  await ask(leaving, JSON.stringify(["1", "2", "realtime:a", "phx_leave", {}]));
  const closed = { code: 1008, reason: "no channel was joined" };
  expect(await Promise.all([closing(idle), closing(leaving)])).toEqual([closed, closed]);
  expect(staying.readyState).toBe(staying.OPEN);
});

test("pongs that nobody asked for end the socket as messages do", async () => {
  const socket = await open("203.0.113.7");
  await ask(socket, join("realtime:a"));
  const closed = closing(socket);
  for (let index = 0; index < 150; index += 1) socket.pong();
  expect(await closed).toEqual({ code: 1008, reason: "messages come too fast" });
});

test("a message in many parts, which are kept one by one, ends the socket", async () => {
  const socket = await open("203.0.113.8");
  const closed = closing(socket);
  for (let part = 0; part < 20; part += 1) socket.send("[", { fin: false });
  expect(await closed).toEqual({ code: 1008, reason: "" });
});

test("a socket that was refused is not read any more: its client sends on for the second in which it may answer the close", async () => {
  const { port } = new URL(server.url);
  const raw = net.connect(Number(port), "127.0.0.1");
  raw.on("error", () => undefined);
  const upgrade = ["Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13"];
  const lines = [...upgrade, `Sec-WebSocket-Key: ${"a".repeat(22)}==`, "Host: 127.0.0.1"].join("\r\n");
  raw.write(`GET /realtime/v1/websocket?apikey=${server.publishableKey} HTTP/1.1\r\n${lines}\r\n\r\n`);
  await once(raw, "data");
  raw.resume();
  // Masked frames of 64 kB, whose mask is 0: the first is no JSON.
  const frame = Buffer.alloc(14 + 65_536);
  frame.set([0x81, 0xff, 0, 0, 0, 0, 0, 1, 0, 0]);
  const happens = (event: string) => new Promise<void>((resolve) => raw.once(event, resolve));
  const isGone = happens("close");
  while (!raw.destroyed && raw.bytesWritten < 400_000_000)
    if (!raw.write(frame)) await Promise.race([happens("drain"), isGone]);
  await isGone;
  // The network holds some megabytes.
  expect(raw.bytesWritten - raw.writableLength).toBeLessThan(20_000_000);
});

test("messages that come too fast end the socket, with the reason", async () => {
  const socket = await open("203.0.113.6");
  await ask(socket, join("realtime:a"));
  const closed = closing(socket);
  for (let index = 0; index < 150; index += 1)
    socket.send(JSON.stringify([null, `${index}`, "phoenix", "heartbeat", {}]));
  expect(await closed).toEqual({ code: 1008, reason: "messages come too fast" });
});

test("a hundred channels, and the next one is refused with the reason; the others go on", async () => {
  const socket = await open("203.0.113.7");
  for (let index = 0; index < 100; index += 1) {
    expect((await ask(socket, join(`realtime:${index}`, []))).status).toBe("ok");
  }
  const { status, response } = await ask(socket, join("realtime:100"));
  expect([status, response?.reason]).toEqual(["error", "ChannelRateLimitReached: at most 100 channels"]);
  expect((await ask(socket, join("realtime:99"))).status).toBe("ok");
});

test("a hundred and one bindings are refused with the reason", async () => {
  const socket = await open("203.0.113.8");
  const binding = { event: "*", schema: "public", table: "parkings" };
  const many = (count: number) =>
    join(
      "realtime:a",
      Array.from({ length: count }, () => binding),
    );
  expect(await ask(socket, many(101))).toMatchObject({
    status: "error",
    response: { reason: expect.stringMatching(/^join refused: config\.postgres_changes/) as string },
  });
  expect((await ask(socket, many(100))).status).toBe("ok");
});

/** A join that follows some 9 kB. */
const large = (topic: string) =>
  join(
    topic,
    Array.from({ length: 9 }, (_, number) => ({
      event: "*",
      schema: "public",
      table: "parkings",
      filter: `street=eq.${number}${"x".repeat(900)}`,
    })),
  );

const leave = (topic: string) => JSON.stringify(["1", "2", topic, "phx_leave", {}]);

test("a socket follows so many bytes, and so does an address; what is left or closed is free again", async () => {
  const tooMuch = { status: "error", response: { reason: "ChannelRateLimitReached: too much is followed" } };
  const first = await open("203.0.113.9");
  expect(await ask(first, large("realtime:a"))).toMatchObject({ status: "ok" });
  expect(await ask(first, large("realtime:b"))).toMatchObject({ status: "ok" });
  expect(await ask(first, large("realtime:c"))).toEqual(tooMuch);
  const second = await open("203.0.113.9");
  expect(await ask(second, large("realtime:a"))).toMatchObject({ status: "ok" });
  expect(await ask(second, large("realtime:b"))).toEqual(tooMuch);
  // A join of the same topic ends the one before.
  expect(await ask(first, large("realtime:b"))).toMatchObject({ status: "ok" });
  expect(await ask(await open("203.0.113.10"), large("realtime:a"))).toMatchObject({ status: "ok" });
  await ask(first, leave("realtime:a"));
  expect(await ask(second, large("realtime:b"))).toMatchObject({ status: "ok" });
  first.close();
  await closing(first);
  const third = await open("203.0.113.9");
  await expect.poll(() => ask(third, large("realtime:a"))).toMatchObject({ status: "ok" });
});

test("many addresses of one IPv6 customer follow as much as three", async () => {
  const joined: (string | undefined)[] = [];
  for (const last of [1, 2, 3, 4, 5, 6]) {
    const socket = await open(`2001:db8:3:${last}::1`);
    for (const topic of ["a", "b"]) joined.push((await ask(socket, large(`realtime:${topic}`))).status);
  }
  expect(joined.slice(0, 9)).toEqual(Array.from({ length: 9 }, () => "ok"));
  expect(joined.at(-1)).toBe("error");
  expect(await ask(await open("2001:db8:4:1::1"), large("realtime:a"))).toMatchObject({ status: "ok" });
});

test("channels that follow nothing take room too", async () => {
  const socket = await open("203.0.113.11");
  const joined: (string | undefined)[] = [];
  for (let index = 0; index < 100; index += 1)
    joined.push((await ask(socket, join(`realtime:${index}${"x".repeat(140)}`, []))).status);
  expect(joined.slice(0, 80)).toEqual(Array.from({ length: 80 }, () => "ok"));
  expect(joined.at(-1)).toBe("error");
});
