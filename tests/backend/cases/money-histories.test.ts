// Random histories of a site's money (document 4 §4): after each step what the bank has, what cases have and what lies unplaced are equal to the öre.
import * as fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { History, stepsOf } from "#tests/support/rows/money-history.ts";
import { startTestServer, type TestServer } from "#tests/support/server/server.ts";
import { isWhole } from "#tests/support/run/whole.ts";

const step = stepsOf(["2026-11-20", "2099-01-01"]);

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ profile: "specified", rateLimits: "none" });
});
afterAll(() => server.stop());

const PATIENCE_MS = isWhole ? 900_000 : 120_000;

test(
  "whatever is booked, placed, moved, undone, paid back, ended, reopened and recovered, no öre is lost or found",
  { timeout: PATIENCE_MS },
  async () => {
    const seen: Record<string, number> = {};
    const history = new History(server);
    await history.begin();
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
        await history.again();
        for (const made of steps) {
          // oxlint-disable-next-line no-await-in-loop -- a history has an order
          await history.take(made);
          seen[made.do] = (seen[made.do] ?? 0) + 1;
          // oxlint-disable-next-line no-await-in-loop
          expect([made, await history.differences()]).toEqual([made, []]);
        }
        expect(await history.asked()).toEqual(history.told);
      }),
      // A part of the same histories in `npm test`.
      { numRuns: isWhole ? 500 : 20, seed: 20_261_214 },
    );
    // Each kind of step was taken.
    expect(Object.keys(seen).toSorted()).toHaveLength(17);
  },
);
