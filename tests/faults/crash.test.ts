// kill -9 of the server, of PostgreSQL and of a connection's process while people write: nothing acknowledged is lost.
// `npm test` asks each fault in one profile, and the death of the whole PostgreSQL: processes and sockets know no policy.
import { expect, test } from "vitest";
import { SECURITY_PROFILES, type SecurityProfile } from "#contract/states.ts";
import { type CrashReport, killBackend, killPostmaster, killServer } from "#tests/support/load/crashes.ts";
import { isWhole } from "#tests/support/run/whole.ts";

/**
 * Nothing that was acknowledged is lost, nothing is half, nothing piles up; and limits, where there are any, are counted in the
 * database again and not by the process alone, as while it was away.
 */
function expectNothingLost(report: CrashReport, profile: SecurityProfile): void {
  expect(report.acknowledged).toBeGreaterThanOrEqual(300);
  expect(report.missing).toEqual([]);
  expect(report.halves).toEqual([]);
  expect(report.unfinished.after).toBe(0);
  expect(report.counted > 0).toBe(profile === "hardened");
}

/** A crash asks nothing of the profile but that limits are counted again: the other one of each is killed by `npm run test:all`. */
test.each(isWhole ? SECURITY_PROFILES : (["specified"] as const))(
  "%s: a killed server: every acknowledged row and photo is there after the restart, and no half one",
  async (profile) => {
    const report = await killServer(profile);
    expectNothingLost(report, profile);
    expect(report.unfinished.before).toBeGreaterThan(0);
  },
);

test.each([
  ...(isWhole ? ([["specified", "PostgreSQL", killPostmaster]] as const) : []),
  ["hardened", "PostgreSQL", killPostmaster],
  // PostgreSQL recovers from this one as from the other, which is the worse one.
  ...(isWhole ? ([["specified", "process of a connection", killBackend]] as const) : []),
] as const)(
  "%s: a killed %s: nothing is lost, people are told to try again, and the server recovers by itself",
  async (profile, _what, kill) => {
    const report = await kill(profile);
    expectNothingLost(report, profile);
    expect(report.refused.length).toBeGreaterThan(0);
    expect(report.refused.filter(({ status }) => status !== 503 && status !== 504)).toEqual([]);
    expect(report.recoveryMs).toBeLessThan(15_000);
  },
);
