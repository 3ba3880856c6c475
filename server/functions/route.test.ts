import { setImmediate as nextTurn } from "node:timers/promises";
import { pino } from "pino";
import { expect, test, vi } from "vitest";
import { PATIENCE } from "#tests/support/run/patience.ts";
import { type FunctionHandler, type FunctionsOptions, createFunctionRoutes } from "./route.ts";

const handlers = new Map<string, FunctionHandler>([
  [
    "echo",
    async (request, context) =>
      Response.json(
        { method: request.method, body: await request.text(), supabaseUrl: context.supabaseUrl },
        { status: 201 },
      ),
  ],
  [
    "broken",
    () => {
      throw new Error("secret detail");
    },
  ],
]);
const options = {
  log: pino({ level: "silent" }),
  handlers,
  credentials: { signingKeys: [], publishableKey: "public", secretKeys: [] },
  context: {
    supabaseUrl: "http://localhost:3000",
    secretKey: "secret",
    securityProfile: "specified",
    allowedOrigin: null,
    fetch: () => new Response(),
  },
} satisfies FunctionsOptions;
const routes = createFunctionRoutes(options);
const call = (path: string, init?: RequestInit) =>
  routes.request(`http://localhost:3000${path}`, { headers: { apikey: "public" }, ...init });

test("a function gets the request and its surroundings, for every method", async () => {
  const answer = await call("/echo", { method: "POST", body: "hej" });
  expect(answer.status).toBe(201);
  expect(await answer.json()).toEqual({ method: "POST", body: "hej", supabaseUrl: "http://localhost:3000" });
  expect(await (await call("/echo", { method: "OPTIONS" })).json()).toMatchObject({ method: "OPTIONS" });
});

test.each(["/unknown", "/constructor", "/..%2fecho"])("%s is no function: 404 as JSON", async (path) => {
  const answer = await call(path, { method: "POST" });
  expect(answer.status).toBe(404);
  expect(await answer.json()).toMatchObject({ code: "NOT_FOUND" });
});

test("a function that fails answers 500 and tells nothing of the cause", async () => {
  const answer = await call("/broken");
  expect(answer.status).toBe(500);
  expect(await answer.text()).not.toContain("secret");
});

test("a body above the limit never reaches the function", async () => {
  expect((await call("/echo", { method: "POST", body: "x".repeat(300_000) })).status).toBe(413);
});

test("a caller without a key of ours reaches no function", async () => {
  for (const headers of [{}, { apikey: "another" }]) {
    const answer = await call("/echo", { method: "POST", body: "hej", headers: headers as Record<string, string> });
    expect([answer.status, await answer.json()]).toMatchObject([401, { error: expect.stringContaining("API key") }]);
  }
});

test("a few calls of an address run at a time: its further calls wait, and calls of other addresses do not", async () => {
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const held: FunctionHandler = async (request) => {
    begun.push(request.headers.get("x-test-address") ?? "");
    await new Promise<void>((resolve) => void ends.push(resolve));
    return new Response();
  };
  const own = createFunctionRoutes({
    ...options,
    handlers: new Map([["held", held]]),
    addressOf: ({ headers }) => String(headers["x-test-address"]),
  });
  const ask = async (address: string) => {
    const headers = { "x-test-address": address };
    return own.request("http://localhost:3000/held", { headers }, { incoming: { headers } });
  };
  const all = [...Array.from({ length: 20 }, () => ask("203.0.113.1")), ask("192.0.2.1")];
  await vi.waitUntil(() => begun.includes("192.0.2.1"), PATIENCE);
  expect(begun).toHaveLength(17);
  for (; ends.length > 0; await nextTurn()) ends.shift()?.();
  expect((await Promise.all(all)).map(({ status }) => status)).toEqual(Array.from({ length: 21 }, () => 200));
});
