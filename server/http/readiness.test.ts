import { pino } from "pino";
import { expect, test } from "vitest";
import { PATIENCE } from "#tests/support/run/patience.ts";
import { createJudge, createReadiness, type Fault, type ReadinessParts } from "./readiness.ts";

const UNREACHABLE = "The database does not answer.";
const UNHEARD = "What the database tells does not arrive here.";

const SILENCE = new Promise<never>(() => undefined);

/** Parts of a server that is well, with the number of times that each was asked. */
function wellParts(others: Partial<ReadinessParts> = {}) {
  const asked = { queries: 0, transactions: 0, words: 0, photos: 0 };
  const count = (what: keyof typeof asked) => () => {
    asked[what] += 1;
    return Promise.resolve(undefined as never);
  };
  const client = { query: () => Promise.resolve(), release: () => undefined };
  const parts: ReadinessParts = {
    database: { query: count("queries"), connect: () => count("transactions")().then(() => client as never) },
    tryRoles: () => Promise.resolve(),
    isListening: () => true,
    hearsItself: () => count("words")().then(() => true),
    tryPhotos: count("photos"),
    arePhotosShared: false,
    log: pino({ level: "silent" }),
    ...others,
  };
  return { asked, parts };
}

// Spec rules §12: /healthz says that
test("the database is asked once a second and written to once in ten, however many callers ask", async () => {
  const { asked, parts } = wellParts();
  const ask = createReadiness(parts);
  expect(await Promise.all(Array.from({ length: 50 }, ask))).toEqual(
    Array.from({ length: 50 }, () => ({ status: "ready" })),
  );
  // The first query is readiness's own, the second comes before the write.
  expect(asked).toEqual({ queries: 2, transactions: 1, words: 1, photos: 1 });
  expect(await ask()).toEqual({ status: "ready" });
  expect(asked).toEqual({ queries: 2, transactions: 1, words: 1, photos: 1 });
});

test("a fault is asked about anew within the second, the write too", async () => {
  let areThere = false;
  const tryPhotos = () => (areThere ? Promise.resolve() : Promise.reject(new Error("EROFS")));
  const { asked, parts } = wellParts({ tryPhotos, arePhotosShared: true });
  const ask = createReadiness(parts);
  expect(await ask()).toEqual({ status: "degraded", degraded: { photos: "Photos cannot be stored." } });
  areThere = true;
  await expect.poll(ask, { interval: 50 }).toEqual({ status: "ready" });
  expect(asked.transactions).toBeGreaterThan(1);
});

test("a database that goes silent does not keep the proxy waiting: the answer before is given meanwhile", async () => {
  let isSilent = false;
  const { parts } = wellParts();
  const { query, connect } = parts.database;
  const database: ReadinessParts["database"] = {
    query: (...given: [never]) => (isSilent ? SILENCE : query(...given)),
    connect,
  };
  const ask = createReadiness({ ...parts, database, writeEveryMs: 0 });
  expect(await ask()).toEqual({ status: "ready" });
  isSilent = true;
  const told: unknown[] = [];
  await expect
    .poll(async () => {
      const since = performance.now();
      told.push(await ask());
      // The proxy's own patience is two seconds.
      expect(performance.now() - since).toBeLessThan(1900);
      return told.at(-1);
    }, PATIENCE)
    .toEqual({ status: "degraded", degraded: { database: UNREACHABLE } });
});

const own = (part: Fault["part"]): Fault => ({ isOwn: true, part, text: UNHEARD });
const FAILED = { status: "failed", failed: { notifications: UNHEARD } };
const DEGRADED = { status: "degraded", degraded: { notifications: UNHEARD } };
const SILENT: Fault = { isOwn: false, part: "database", text: UNREACHABLE };

// Spec rules §12: /healthz says that
test("a fault of this process alone is failed once it has stood for ten seconds", () => {
  const judge = createJudge(10_000);
  expect(judge([null, own("notifications")], 0)).toEqual(DEGRADED);
  expect(judge([null, own("notifications")], 9999)).toEqual(DEGRADED);
  expect(judge([null, own("notifications")], 10_000)).toEqual(FAILED);
  expect(judge([null], 10_001)).toEqual({ status: "ready" });
  expect(judge([own("notifications")], 10_002)).toEqual(DEGRADED);
});

test("seconds in which the database did not answer do not count", () => {
  const judge = createJudge(10_000);
  expect(judge([own("notifications")], 0)).toEqual(DEGRADED);
  expect(judge([SILENT, own("photos")], 9000)).toMatchObject({ status: "degraded" });
  expect(judge([own("notifications")], 10_000)).toEqual(DEGRADED);
  expect(judge([own("notifications")], 20_000)).toEqual(FAILED);
});

test("a fault of a thing that all servers share is degraded for as long as it lasts", () => {
  const judge = createJudge(10_000);
  const shared: Fault = { isOwn: false, part: "photos", text: "Photos cannot be stored." };
  for (const now of [0, 10_000, 100_000]) expect(judge([shared], now)).toMatchObject({ status: "degraded" });
});
