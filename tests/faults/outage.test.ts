// The database gone for ten seconds: every way in says so in time, live channels tell of the gap, and all is well again by itself.
// `npm run test:all` alone: ten seconds, and the wait until all is well.
import { expect, test } from "vitest";
import { SECURITY_PROFILES } from "#contract/states.ts";
import { endureOutage } from "#tests/support/load/outage.ts";
import { startProduct } from "#tests/support/server/product.ts";

test.each(SECURITY_PROFILES)("%s: ten seconds without the database", async (profile) => {
  const product = await startProduct({ profile });
  try {
    const report = await endureOutage(product, 10_000);
    expect(report.before.filter(({ status }) => status >= 300)).toEqual([]);
    expect(report.meanwhile.length).toBeGreaterThan(20);
    expect(report.meanwhile.filter(({ status }) => status !== 503 && status !== 504)).toEqual([]);
    expect(report.meanwhile.filter(({ message }) => !/try again|Retrying|Timed out/.test(message))).toEqual([]);
    expect(Math.max(...report.meanwhile.map(({ ms }) => ms))).toBeLessThan(15_000);
    expect(report.health).toBe(200);
    expect(report.readiness).toMatchObject({
      status: "degraded",
      degraded: { database: "The database does not answer." },
    });
    expect(report.page).toBe(200);
    expect(report.channel[0]).toBe("SUBSCRIBED");
    expect(report.channel).toContain("CHANNEL_ERROR");
    expect(report.channel.at(-1)).toBe("SUBSCRIBED");
    expect(report.after.filter(({ status }) => status >= 300)).toEqual([]);
    expect(report.recoveryMs).toBeLessThan(10_000);
    expect(report.rejoinMs).toBeLessThan(20_000);
  } finally {
    await product.stop();
  }
});
