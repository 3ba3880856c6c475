// Bad frames, joins and handshakes for the realtime gateway.
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { connect } from "node:net";
import * as fc from "fast-check";
import { describe, expect, onTestFinished, test } from "vitest";
import { WebSocket } from "ws";
import { SEVERAL_PRODUCTS } from "#tests/support/run/patience.ts";
import { PROFILES, attackedServer } from "#tests/support/server/attacked-server.ts";
import { hostileText, hostileValue, nested } from "#tests/support/bad-input/hostile.ts";

const TIMEOUT_MS = 5000;

/** Closing codes that tell a client what it did wrong: protocol, data, bytes that are no text, too much, too large. */
const TOLD = [1002, 1003, 1007, 1008, 1009];

type Heard = { replies: Record<string, unknown>[]; code: number | null; reason: string };

const maybe = (good: fc.Arbitrary<unknown>) => fc.oneof({ weight: 5, arbitrary: good }, hostileValue());

/** Requests of a join, good and bad. */
const hostileJoin = () => {
  const column = fc.constantFrom(
    "id",
    "project_id",
    "start_time",
    "active",
    "search_text",
    "nope",
    "__proto__",
    "constructor",
    '"',
  );
  const operator = fc.constantFrom("eq", "neq", "gt", "lt", "lte", "in", "is", "not.eq", "ilike", "fts", "");
  const filter = fc.oneof(
    fc.tuple(column, operator, hostileText()).map(([name, how, value]) => `${name}=${how}.${value}`),
    fc.tuple(column, hostileText()).map(([name, value]) => `${name}=in.(${value})`),
    fc.tuple(column, fc.nat({ max: 200 })).map(([name, count]) => `${name}=in.(${"a,".repeat(count)})`),
  );
  const table = fc.constantFrom("parkings", "units", "properties", "user_passwords", "nope", "*", "");
  const binding = fc.record(
    {
      event: maybe(fc.constantFrom("*", "INSERT", "UPDATE", "DELETE")),
      schema: maybe(fc.constantFrom("public", "auth", "private", "*")),
      table: maybe(table),
      filter: maybe(filter),
    },
    { requiredKeys: ["event"] },
  );
  const config = fc.record(
    {
      postgres_changes: maybe(fc.array(binding, { maxLength: 4 })),
      private: maybe(fc.boolean()),
      broadcast: hostileValue(),
      presence: hostileValue(),
    },
    { requiredKeys: [] },
  );
  return fc.record(
    { config: maybe(config), access_token: maybe(fc.constantFrom("x", "a.b.c", null)) },
    { requiredKeys: [] },
  );
};

/** A message of Phoenix whose parts are sometimes what they should be. */
const hostileMessage = (): fc.Arbitrary<string> => {
  const ref = fc.oneof(fc.constantFrom<unknown>("1", "2", null), hostileValue());
  const topic = fc.oneof(
    fc.constantFrom<unknown>("realtime:a", "realtime:", "phoenix", "nope", "realtime:__proto__"),
    hostileValue(),
  );
  const event = fc.oneof(
    fc.constantFrom<unknown>(
      "phx_join",
      "phx_join",
      "phx_leave",
      "heartbeat",
      "access_token",
      "broadcast",
      "presence",
      "phx_reply",
      "phx_close",
    ),
    hostileValue(),
  );
  const payload = fc.oneof(
    hostileJoin() as fc.Arbitrary<unknown>,
    fc.constantFrom<unknown>({}, { access_token: 5 }, { access_token: "x" }),
    hostileValue(),
  );
  return fc.oneof(
    {
      weight: 6,
      arbitrary: fc
        .tuple(
          fc.constantFrom("1", null),
          fc.constant("1"),
          fc.constant("realtime:a"),
          fc.constant("phx_join"),
          hostileJoin(),
        )
        .map((parts) => JSON.stringify(parts)),
    },
    { weight: 4, arbitrary: fc.tuple(ref, ref, topic, event, payload).map((parts) => JSON.stringify(parts)) },
    fc.record({ topic, event, payload, ref, join_ref: ref }).map((parts) => JSON.stringify(parts)),
    fc.constantFrom(
      "",
      " ",
      "null",
      "[]",
      "{}",
      "1",
      "[".repeat(60_000),
      JSON.stringify(["1", "1", "realtime:a", "phx_join", nested(3000)]),
    ),
    hostileText(),
  );
};

type Frame = { ref: unknown; event: unknown; payload: Record<string, unknown> };

/** A message of the gateway in either version of the protocol. */
function readFrame(text: string): Frame {
  const frame = JSON.parse(text) as Frame | [unknown, unknown, unknown, unknown, Record<string, unknown>];
  return Array.isArray(frame) ? { ref: frame[1], event: frame[3], payload: frame[4] } : frame;
}

describe.each(PROFILES)("%s", (profile) => {
  const attacked = attackedServer({ profile });

  const address = ({ key = attacked.server.publishableKey, vsn = "2.0.0" } = {}) =>
    `${attacked.server.url.replace("http", "ws")}/realtime/v1/websocket?apikey=${encodeURIComponent(key)}&vsn=${vsn}`;

  /** Opens a socket and gives what it is told until it is closed, or until the heartbeat after the last message is answered. */
  async function talk(say: (socket: WebSocket) => void, vsn = "2.0.0"): Promise<Heard> {
    const socket = new WebSocket(address({ vsn }));
    const heard: Heard = { replies: [], code: null, reason: "" };
    socket.on("error", () => undefined);
    await once(socket, "open", { signal: AbortSignal.timeout(TIMEOUT_MS) });
    const done = new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error("The gateway neither answers nor closes.")), TIMEOUT_MS);
      const end = () => {
        clearTimeout(timer);
        resolve();
      };
      socket.on("close", (code, reason) => {
        Object.assign(heard, { code, reason: reason.toString() });
        end();
      });
      socket.on("message", (data: Buffer) => {
        const frame = readFrame(data.toString());
        if (frame.event === "phx_reply") heard.replies.push(frame.payload);
        if (frame.ref === "last") end();
      });
    });
    say(socket);
    socket.send(
      vsn === "2.0.0"
        ? '[null,"last","phoenix","heartbeat",{}]'
        : '{"topic":"phoenix","event":"heartbeat","payload":{},"ref":"last","join_ref":null}',
    );
    await done;
    socket.terminate();
    return heard;
  }

  /** A client that behaves is served, whatever others sent. */
  const expectServed = async () => {
    const join = JSON.stringify([
      "1",
      "1",
      "realtime:good",
      "phx_join",
      { config: { postgres_changes: [{ event: "*", schema: "public", table: "units" }] } },
    ]);
    const { replies, code } = await talk((socket) => socket.send(join));
    expect([code, replies[0]?.["status"]]).toEqual([null, "ok"]);
  };

  test(
    "messages that are not understood are answered with a reason, or end the socket with one",
    SEVERAL_PRODUCTS,
    async () => {
      const version = fc.constantFrom("2.0.0", "2.0.0", "1.0.0");
      const messages = fc.array(hostileMessage(), { minLength: 1, maxLength: 4 });
      const property = fc.asyncProperty(version, messages, async (vsn, texts) => {
        const { replies, code } = await talk((socket) => texts.forEach((text) => socket.send(text)), vsn);
        expect([null, ...TOLD]).toContain(code);
        expect(JSON.stringify(replies)).not.toContain("DatabaseUnavailable");
        for (const { status, response } of replies.filter((reply) => reply["status"] === "error")) {
          expect([status, (response as { reason: string }).reason]).toEqual(["error", expect.stringMatching(/\S{4}/)]);
        }
      });
      await attacked.holds(property, 200);
      await expectServed();
    },
  );

  test("bytes, fragments and large frames end the socket with a reason", async () => {
    const large = "x".repeat(1024 * 1024);
    expect(await talk((socket) => socket.send(Buffer.from([1, 2, 3])))).toMatchObject({ code: 1003 });
    expect(await talk((socket) => socket.send(randomBytes(100)))).toMatchObject({ code: 1003 });
    expect(await talk((socket) => socket.send(large))).toMatchObject({ code: 1009 });
    expect(await talk((socket) => socket.send(Buffer.from(large)))).toMatchObject({ code: 1009 });
    const inParts = (count: number, length: number) =>
      talk((socket) => {
        for (let part = 0; part < count; part++) socket.send("x".repeat(length), { fin: false });
      });
    expect(await inParts(10, 30_000)).toMatchObject({ code: 1009 });
    expect(await inParts(300, 1000)).toMatchObject({ code: 1008 });
    expect(
      await talk((socket) => socket.ping("x".repeat(126)), "2.0.0").catch((error: unknown) => error),
    ).not.toMatchObject({ code: 1011 });
    await expectServed();
  });

  test("thousands of joins are refused, and others are served meanwhile", async () => {
    const { replies, code } = await talk((socket) => {
      for (let index = 0; index < 3000; index++) socket.send(`["1","1","realtime:${index}","phx_join",{}]`);
    });
    expect(code).toBe(1008);
    expect(replies.filter(({ status }) => status === "ok").length).toBeLessThanOrEqual(100);
    await expectServed();
  });

  test("a hundred joins of a hundred wishes with filters are bounded", async () => {
    const wishes = Array.from({ length: 100 }, (_, index) => ({
      event: "*",
      schema: "public",
      table: "units",
      filter: `id=in.(${index})`,
    }));
    const payload = JSON.stringify({ config: { postgres_changes: wishes } });
    const { code } = await talk((socket) => {
      for (let index = 0; index < 20; index++) socket.send(`["1","1","realtime:${index}","phx_join",${payload}]`);
    });
    expect([null, 1008]).toContain(code);
    await expectServed();
  });

  test.each([
    ["an unknown version", { vsn: "9" }, 400],
    ["a version that is a path", { vsn: "../2.0.0" }, 400],
    ["a wrong key", { key: "x" }, 401],
    ["no key", { key: "" }, 401],
    ["a key of another script", { key: "å\u0000\u202E" }, 401],
    ["a very long key", { key: "x".repeat(6000) }, 401],
  ])("a handshake with %s is refused", async (_, options, status) => {
    const socket = new WebSocket(address(options));
    const [error] = (await once(socket, "error")) as [Error];
    expect(error.message).toBe(`Unexpected server response: ${status}`);
  });

  test("bytes that are no frames end the connection", async () => {
    const { hostname, port } = new URL(attacked.server.url);
    const property = fc.asyncProperty(fc.uint8Array({ minLength: 2, maxLength: 200 }), async (bytes) => {
      const socket = connect(Number(port), hostname);
      onTestFinished(() => void socket.destroy());
      socket.on("error", () => undefined);
      const path = address().slice(address().indexOf("/realtime"));
      const handshake = `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`;
      socket.write(handshake);
      const [first] = (await once(socket, "data", { signal: AbortSignal.timeout(TIMEOUT_MS) })) as [Buffer];
      expect(first.toString()).toMatch(/^HTTP\/1\.1 101/);
      socket.end(bytes);
      socket.resume();
      await once(socket, "close", { signal: AbortSignal.timeout(TIMEOUT_MS) });
    });
    await attacked.holds(property, 60);
    await expectServed();
  });
});
