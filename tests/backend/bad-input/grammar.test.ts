// A request that the table API's grammar does not know never reaches the database: counted there.
import * as fc from "fast-check";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { PROFILES, attackedServer } from "#tests/support/server/attacked-server.ts";
import { type DatabaseWork, watchWork } from "#tests/support/database/work.ts";
import { GOOD } from "#tests/support/bad-input/good-requests.ts";
import { type PlainRequest, sendPlain } from "#tests/support/bad-input/plain-request.ts";
import { WRONG_ADDRESSES } from "#tests/support/bad-input/unknown-addresses.ts";
import { WRONG_CONTENTS, WRONG_OF_VISITORS } from "#tests/support/bad-input/unknown-contents.ts";

const isRefusal = (status: number) => status >= 400 && status < 500;
const WRONG = { ...WRONG_ADDRESSES, ...WRONG_CONTENTS };

describe.each(PROFILES)("%s", (profile) => {
  const attacked = attackedServer({ profile });
  let work: DatabaseWork;
  beforeAll(async () => {
    work = await watchWork(attacked.server.sql);
  });
  // Whether the server is ready is asked after each test, and asked of the database once a second.
  beforeEach(async () => void (await work.sinceLast()));

  const send = (request: PlainRequest, apikey: string) =>
    sendPlain(attacked.server.url, { ...request, headers: { ...request.headers, apikey } });

  test.each(Object.entries(GOOD))("a request that the grammar knows is counted: %s", async (_name, request) => {
    await work.sinceLast();
    expect((await send(request, attacked.server.secretKey)).status).toBeLessThan(300);
    expect(await work.sinceLast()).toBeGreaterThan(0);
    expect(await work.sinceLast(), "while nobody asks").toBe(0);
  });

  /** The answer is a refusal in the table API's form, and the database heard nothing. */
  const expectRefused = async (request: PlainRequest, apikey: string) => {
    const { status, headers, text } = await send(request, apikey);
    expect(await work.sinceLast(), "connections that were asked").toBe(0);
    // The other addresses are those of pages.
    if (!request.path.startsWith("/rest/v1/")) return;
    expect([status, headers["content-type"]]).toEqual([expect.toSatisfy(isRefusal), expect.stringContaining("json")]);
    if (request.method === "HEAD") return;
    const told: unknown = JSON.parse(text);
    const aside = expect.toBeOneOf([null, expect.any(String)]);
    expect(told).toMatchObject({ code: expect.any(String), details: aside, hint: aside, message: expect.any(String) });
    expect(told).toHaveProperty("message", expect.stringMatching(/\S{2}/));
  };

  /** Each profile is asked as many: `holds` takes a fifth under `hardened`. */
  const runs = profile === "hardened" ? 60 : 12;

  /** More than 500 requests with those of the other profile, however short a run is asked for. */
  const least = 6;
  const ofVisitors = profile === "hardened" ? { ...WRONG, ...WRONG_OF_VISITORS } : WRONG;
  test.each(Object.entries(ofVisitors))("%s never reaches the database", async (_wrong, requests) => {
    const property = fc.asyncProperty(requests, async (request) => {
      await expectRefused(request, attacked.server.publishableKey);
    });
    await attacked.holds(property, runs, least);
  });

  test("nor does any of it with the secret key", async () => {
    const property = fc.asyncProperty(fc.oneof(...Object.values(WRONG)), async (request) => {
      await expectRefused(request, attacked.server.secretKey);
    });
    await attacked.holds(property, runs * 20);
  });
});
