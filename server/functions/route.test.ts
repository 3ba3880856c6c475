import { pino } from "pino";
import { expect, test } from "vitest";
import { type FunctionHandler, createFunctionRoutes } from "./route.ts";

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
const routes = createFunctionRoutes({
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
});
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

test("who has no key of ours reaches no function", async () => {
  for (const headers of [{}, { apikey: "another" }]) {
    const answer = await call("/echo", { method: "POST", body: "hej", headers: headers as Record<string, string> });
    expect([answer.status, await answer.json()]).toMatchObject([401, { error: expect.stringContaining("API key") }]);
  }
});
