// A visitor who sends the heaviest requests there are, without a pause: refused before the database is asked, and others hardly wait longer.
// `npm test` asks the refusal, one profile, and waits beside seven other bodies: the same reader counts values.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { SECURITY_PROFILES } from "#contract/states.ts";
import { watchWork } from "#tests/support/database/work.ts";
import { attack, measureReads, quantile } from "#tests/support/load/fairness.ts";
import { type PlainRequest, sendPlain } from "#tests/support/bad-input/plain-request.ts";
import { type RunningProduct, startProduct } from "#tests/support/server/product.ts";
import { isWhole } from "#tests/support/run/whole.ts";

const MB = 1024 * 1024;
const headers = { "content-type": "application/json" };
const post = (body: string): PlainRequest => ({ method: "POST", path: "/rest/v1/main_page_sites", headers, body });
const emptyRows = (bytes: number) => `[${"{},".repeat(bytes / 3)}{}]`;
const brackets = (bytes: number) => "[".repeat(bytes / 2) + "]".repeat(bytes / 2);
const inside = (bytes: number) => `{"name":${brackets(bytes)}}`;
const logic = (levels: number) => "or(and(".repeat(levels / 2) + "name.eq.a" + "))".repeat(levels / 2);

/** To a table that no limit counts. */
const HEAVY: [string, PlainRequest][] = [
  ["1.8 MB of empty rows", post(emptyRows(1.8 * MB))],
  ["1.8 MB of nested lists", post(brackets(1.8 * MB))],
  ["1.8 MB of nested lists in a value", post(inside(1.8 * MB))],
  ["nearly 1 MB of empty rows", post(emptyRows(MB - 4096))],
  ["nearly 1 MB of nested lists in a value", post(inside(MB - 4096))],
  ["nearly 64 kB of empty rows", post(emptyRows(64_000))],
  ["nearly 64 kB of nested lists in a value", post(inside(64_000))],
  ["700 conditions in one another", { method: "GET", path: `/rest/v1/main_page_sites?or=(${logic(700)})` }],
  ["a list of embedded tables", { method: "GET", path: `/rest/v1/main_page_sites?select=${"a(".repeat(2000)}` }],
  ["a thousand filters", { method: "GET", path: `/rest/v1/main_page_sites?${"name=neq.a&".repeat(1000)}limit=1` }],
];

/** Bodies are bytes: the measuring process writes no text anew for each request. */
const list = (name: string, bytes: number) => Buffer.from(`{"${name}":[${"{},".repeat(bytes / 3 - 20)}{}]}`);
const to = (path: string, body: Buffer): PlainRequest => ({ method: "POST", path, headers, body });

/**
 * The largest body that the server takes for each kind of address: functions of the database (one of them books a whole file), the storage
 * and the edge functions.
 */
const ELSEWHERE: [string, PlainRequest][] = [
  ["6 MB to a function that books a bank's file", to("/rest/v1/rpc/book_payments", list("rows", 6 * MB))],
  ["1 MB to a function", to("/rest/v1/rpc/search_parkings", list("query", MB))],
  ["11 MB to the storage", to("/storage/v1/object/sign/shift-images", list("paths", 11 * MB))],
  ["256 kB to an edge function", to("/functions/v1/public-case", list("action", MB / 4))],
];

/** A body that is read as the body before it: `npm run test:all` asks it too. */
const isAsked = ([what]: [string, PlainRequest]) => isWhole || what !== "1.8 MB of nested lists in a value";

/** A request that is refused before the database is asked is refused before any policy: the other profile is asked by `npm run test:all`. */
describe.each(isWhole ? SECURITY_PROFILES : (["specified"] as const))("%s", (profile) => {
  let product: RunningProduct & { stop(): Promise<void> };
  /** How long reads took last while nobody attacked: those after one attack are those before the next. */
  let quiet: number[];
  beforeAll(async () => {
    product = await startProduct({ profile });
    // The first reads of a start take longer.
    await measureReads(product, 20);
    quiet = await measureReads(product, 30);
  });
  afterAll(() => product.stop());

  test.each(HEAVY)("%s: refused before the database is asked", async (_what, request) => {
    const work = await watchWork(product.sql);
    const answer = await sendPlain(product.url, {
      ...request,
      headers: { apikey: product.publishableKey, ...request.headers },
    });
    expect(await work.sinceLast()).toBe(0);
    // A visitor of `hardened` was granted none of the writes: nobody looks at their body.
    expect([400, 413, ...(profile === "hardened" ? [401] : [])]).toContain(answer.status);
  });

  test.each([...HEAVY.filter(([what]) => /^1.8 MB of|^700/.test(what)), ...ELSEWHERE].filter(isAsked))(
    "%s: others hardly wait longer",
    async (_what, request) => {
      const attacker = attack(product, request);
      const meanwhile = await measureReads(product, 40);
      await attacker.stop();
      const after = await measureReads(product, 30);
      // Only what is compared within one run says something on a machine that does other things too; bench has the figures.
      const before = quiet;
      quiet = after;
      const usual = Math.max(quantile(before, 0.5), quantile(after, 0.5));
      expect(quantile(meanwhile, 0.5)).toBeLessThan(2 * usual + 30);
      expect(quantile(meanwhile, 0.9)).toBeLessThan(2 * quantile(before, 0.9) + 150);
      expect(attacker.statuses.size).toBeGreaterThan(0);
      expect([...attacker.statuses.keys()].every((status) => [0, 400, 401, 413, 429].includes(status))).toBe(true);
    },
  );
});
