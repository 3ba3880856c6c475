// Two thousand live clients of whom five hundred never read: the others are told in time, and the server keeps its memory.
// Runs in `npm run test:all` alone: realtime/resilience cuts off a client that does not read.
import { expect, test } from "vitest";
import { SECURITY_PROFILES } from "#contract/states.ts";
import { makeDataDir, startBuilt } from "#tests/support/server/built-product.ts";
import { endureCrowd } from "#tests/support/load/crowd.ts";
import { readinessOf } from "#tests/support/server/readiness.ts";

test.each(SECURITY_PROFILES)("%s: 2000 sockets of which 500 never read", async (profile) => {
  const { dataDir, remove } = makeDataDir("migrated");
  const product = await startBuilt(dataDir, { SECURITY_PROFILE: profile });
  try {
    const report = await endureCrowd({ ...product, pid: product.server.child.pid ?? 0 }, profile, {
      reading: 1500,
      notReading: { small: 400, shared: 20, alone: 80 },
      flood: 16,
    });
    // Everybody who reads was told everything: the counts say so before any time does.
    expect(report.quiet).toHaveLength(10 * 1500);
    expect(report.flooded).toHaveLength(16 * 1500);
    expect(report.reading).toBe(1500);
    expect(report.quiet.toSorted((a, b) => a - b)[7500]).toBeLessThan(2000);
    expect(report.flooded.toSorted((a, b) => a - b)[12_000]).toBeLessThan(5000);
    // The hundred who were flooded; the others are cut off when they answer no ping (tests/backend/realtime/resilience.test.ts).
    expect(report.dropped).toBe(100);
    // Eighty on topics of their own would have 8 MB waiting each.
    expect(report.memory.peak - report.memory.before).toBeLessThan(600);
    expect(await readinessOf(product.url)).toEqual({ status: "ready" });
  } finally {
    await product.stop();
    remove();
  }
});
