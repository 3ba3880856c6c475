// A database that goes silent: its processes stand still, as behind a network that carries nothing, and no connection is closed.
// Runs in `npm run test:all` alone, half a minute of waiting: database/pipeline gives a silent database up.
import { randomUUID } from "node:crypto";
import { readFileSync, readdirSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { pino } from "pino";
import { expect, test } from "vitest";
import { startEmbedded } from "#server/database/embedded/embedded.ts";
import { makeDataDir, postmasterOf, startBuilt } from "#tests/support/server/built-product.ts";
import { BACK_AGAIN } from "#tests/support/run/patience.ts";
import { parkingOf, plainClient } from "#tests/support/rows/writes.ts";
import { isWhole } from "#tests/support/run/whole.ts";

/** Times that the product must reach, in milliseconds: the longest call, the first good write after the return, and live after that. */
const LONGEST_CALL_MS = 15_000;
const GOOD_AFTER_MS = 5000;
const LIVE_AFTER_MS = 2000;
const SILENT_FOR_MS = 16_000;
const ASK_EVERY_MS = 100;

/** A process and its children. */
function treeOf(pid: number): number[] {
  const children = readdirSync("/proc").filter((name) => {
    if (!/^\d+$/.test(name)) return false;
    try {
      return Number(/^\d+ \(.*\) \S (\d+)/.exec(readFileSync(`/proc/${name}/stat`, "utf8"))?.[1]) === pid;
    } catch {
      return false;
    }
  });
  return [pid, ...children.map(Number)];
}

test.runIf(isWhole)(
  "no call takes over 15 s, writes are good within 5 s of its return, and screens are live 2 s after that",
  async (context) => {
    context.skip(process.platform !== "linux", "processes are found in /proc");
    const [place, own] = [makeDataDir("migrated"), makeDataDir()];
    context.onTestFinished(place.remove);
    context.onTestFinished(own.remove);
    const database = await startEmbedded({ dataDir: place.dataDir, log: pino({ level: "silent" }) });
    context.onTestFinished(() => database.stop());
    const product = await startBuilt(own.dataDir, { DATABASE_URL: database.url });
    context.onTestFinished(() => product.stop());
    const client = plainClient(product.url, product.publishableKey);
    context.onTestFinished(() => void client.realtime.disconnect());
    const statuses: { status: string; at: number }[] = [];
    client
      .channel("silence")
      .on("postgres_changes", { event: "*", schema: "public", table: "parkings" }, () => undefined)
      .subscribe((status) => statuses.push({ status, at: performance.now() }));
    await expect.poll(() => statuses.map(({ status }) => status)).toEqual(["SUBSCRIBED"]);

    const calls = [
      () => client.from("main_page_sites").select("id").limit(1).retry(false),
      () => client.from("parkings").insert(parkingOf(randomUUID())),
      () => client.rpc("search_parkings", { query: "volvo" }).retry(false),
      () => client.auth.signInWithPassword({ email: "agent@parkering.example", password: "Agent-7410" }),
    ];
    for (const call of calls) expect((await call()).error).toBeNull();

    const pids = treeOf(postmasterOf(place.dataDir).pid);
    for (const pid of pids) process.kill(pid, "SIGSTOP");
    const stopped = performance.now();
    context.onTestFinished(() => {
      for (const pid of pids)
        try {
          process.kill(pid, "SIGCONT");
        } catch {
          // The process ended meanwhile.
        }
    });
    const took: number[] = [];
    const ask = async (call: () => PromiseLike<unknown>) => {
      while (performance.now() - stopped < SILENT_FOR_MS) {
        const asked = performance.now();
        await call();
        took.push(performance.now() - asked);
        await pause(ASK_EVERY_MS);
      }
    };
    await Promise.all(calls.map(ask));
    expect(Math.max(...took)).toBeLessThan(LONGEST_CALL_MS);
    expect(statuses.at(-1)?.status).not.toBe("SUBSCRIBED");

    const known = statuses.length;
    for (const pid of pids) process.kill(pid, "SIGCONT");
    const back = performance.now();
    for (let isGood = false; !isGood;) {
      isGood = (await client.from("parkings").insert(parkingOf(randomUUID()))).error === null;
      if (!isGood) await pause(20);
    }
    const good = performance.now();
    expect(good - back).toBeLessThan(GOOD_AFTER_MS);
    await expect.poll(() => statuses.slice(known).some(({ status }) => status === "SUBSCRIBED"), BACK_AGAIN).toBe(true);
    const live = statuses.findLast(({ status }) => status === "SUBSCRIBED")?.at ?? Infinity;
    expect(live - good).toBeLessThan(LIVE_AFTER_MS);
  },
);
