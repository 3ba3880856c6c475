import { pino } from "pino";
import { expect, test } from "vitest";
import { createReadiness } from "./readiness.ts";

test("however many ask, the database is asked once a second and written to once in ten", async () => {
  const asked = { queries: 0, transactions: 0, words: 0, photos: 0 };
  const count = (what: keyof typeof asked) => () => {
    asked[what] += 1;
    return Promise.resolve(undefined as never);
  };
  const client = { query: () => Promise.resolve(), release: () => undefined };
  const ask = createReadiness({
    database: { query: count("queries"), connect: () => count("transactions")().then(() => client as never) },
    tryRoles: () => Promise.resolve(),
    isListening: () => true,
    hearsItself: () => count("words")().then(() => true),
    tryPhotos: count("photos"),
    log: pino({ level: "silent" }),
  });
  expect(await Promise.all(Array.from({ length: 50 }, ask))).toEqual(
    Array.from({ length: 50 }, () => ({ status: "ready" })),
  );
  // One question of its own, and one before the write.
  expect(asked).toEqual({ queries: 2, transactions: 1, words: 1, photos: 1 });
  expect(await ask()).toEqual({ status: "ready" });
  expect(asked).toEqual({ queries: 2, transactions: 1, words: 1, photos: 1 });
});
