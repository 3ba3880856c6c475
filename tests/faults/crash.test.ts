// kill -9 of the server, of PostgreSQL and of a connection's process while people write: nothing acknowledged is lost.
import { expect, test } from "vitest";
import { type CrashReport, killBackend, killPostmaster, killServer } from "#tests/support/crashes.ts";

/** Nothing that was acknowledged is lost, nothing is half, nothing piles up. */
function expectNothingLost(report: CrashReport): void {
  expect(report.acknowledged).toBeGreaterThanOrEqual(300);
  expect(report.missing).toEqual([]);
  expect(report.halves).toEqual([]);
  expect(report.unfinished.after).toBe(0);
}

test("a killed server: every acknowledged row and photo is there after the restart, and no half one", async () => {
  const report = await killServer();
  expectNothingLost(report);
  expect(report.unfinished.before).toBeGreaterThan(0);
});

test.each([
  ["PostgreSQL", killPostmaster],
  ["the process of a connection", killBackend],
])(
  "a killed %s: nothing is lost, people are told to try again, and the server recovers by itself",
  async (_what, kill) => {
    const report = await kill();
    expectNothingLost(report);
    expect(report.refused.length).toBeGreaterThan(0);
    expect(report.refused.filter(({ status }) => status !== 503 && status !== 504)).toEqual([]);
    expect(report.recoveryMs).toBeLessThan(15_000);
  },
);
