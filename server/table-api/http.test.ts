import { once } from "node:events";
import { type Server, createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { pino } from "pino";
import { afterEach, beforeEach, expect, it } from "vitest";
import { leaveReader } from "#server/http/door.ts";
import { createTableHandler } from "./http.ts";
import type { TableApi } from "./table-api.ts";

/** Pieces of an answer, longer than the system keeps for a reader who does not read. */
const PIECES = Array.from({ length: 512 }, (_, n) => String.fromCodePoint(97 + (n % 26)).repeat(64 * 1024));

let server: Server;
beforeEach(async () => {
  const tableApi = { answer: async () => ({ status: 200, headers: {}, body: PIECES }) } as unknown as TableApi;
  const handle = createTableHandler({
    tableApi,
    addressOf: () => "192.0.2.1",
    headers: {},
    log: pino({ enabled: false }),
  });
  server = createServer((incoming, outgoing) => {
    leaveReader(outgoing, 200);
    void handle(incoming, outgoing).then(() => server.emit("handled"));
  }).listen(0);
  await once(server, "listening");
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const port = () => (server.address() as AddressInfo).port;

it("gives a long answer piece by piece, whole and in its order", async () => {
  const answer = await fetch(`http://127.0.0.1:${port()}/rest/v1/parkings`);
  expect(answer.headers.get("content-length")).toBeNull();
  expect((await answer.text()) === PIECES.join("")).toBe(true);
});

it("forgets a long answer that its reader does not take", async () => {
  const handled = once(server, "handled");
  const reader = connect(port(), "127.0.0.1").pause();
  const closed = once(reader, "close");
  reader.on("error", () => undefined);
  reader.write("GET /rest/v1/parkings HTTP/1.1\r\nHost: x\r\n\r\n");
  await expect(handled).resolves.toEqual([]);
  reader.destroy();
  await closed;
});

it("logs no more of a path than its beginning", async () => {
  const lines: string[] = [];
  const log = pino({}, { write: (line) => void lines.push(line) });
  const tableApi = { answer: async () => ({ status: 404, headers: {}, body: "" }) } as unknown as TableApi;
  const handle = createTableHandler({ tableApi, addressOf: () => "192.0.2.1", headers: {}, log });
  server.removeAllListeners("request").on("request", (incoming, outgoing) => void handle(incoming, outgoing));
  await fetch(`http://127.0.0.1:${port()}/rest/v1/${"a".repeat(10_000)}`);
  expect(lines).toHaveLength(1);
  expect(lines[0]?.length).toBeLessThan(500);
});
