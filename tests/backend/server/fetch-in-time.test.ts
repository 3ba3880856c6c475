// The front end's fetch with a limit, against a server that does not answer.
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fetchInTime } from "#data/fetch-in-time.ts";

let server: Server;
let url: string;
beforeAll(async () => {
  // `/silent` never answers, `/half` stops in the middle of its answer, `/storage/v1/slow` takes its time.
  server = createServer((request, response) => {
    if (request.url === "/half") response.write("{");
    if (request.url === "/quick") response.end("quick");
    if (request.url === "/storage/v1/slow") setTimeout(() => response.end("slow"), 300);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

test("an answer in time is given", async () => {
  expect(await (await fetchInTime(`${url}/quick`)).text()).toBe("quick");
});

test("an answer that does not come, or does not end, is given up", async () => {
  await expect(fetchInTime(`${url}/silent`, {}, 50)).rejects.toMatchObject({ name: "TimeoutError" });
  const half = await fetchInTime(`${url}/half`, {}, 200);
  await expect(half.text()).rejects.toMatchObject({ name: "TimeoutError" });
});

test("the caller may still give up earlier", async () => {
  const asked = new AbortController();
  const answer = fetchInTime(`${url}/silent`, { signal: asked.signal }, 60_000);
  asked.abort();
  await expect(answer).rejects.toMatchObject({ name: "AbortError" });
});

test("uploads have no limit", async () => {
  expect(await (await fetchInTime(`${url}/storage/v1/slow`, {}, 50)).text()).toBe("slow");
});
