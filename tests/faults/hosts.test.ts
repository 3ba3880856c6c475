// DATABASE_URL names several hosts: the primary is lost, the standby is promoted, and the server, its live changes and commands go over to it.
// `npm run test:all` alone: a second PostgreSQL follows the first.
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { execFile } from "node:child_process";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import postgres from "postgres";
import { expect, test } from "vitest";
import { findPrimary } from "#server/database/driver/hosts.ts";
import { withConnection } from "#server/database/driver/one-connection.ts";
import { makeDataDir, startBuilt } from "#tests/support/server/built-product.ts";
import { freePort } from "#tests/support/server/free-port.ts";
import { isDebian15There } from "#tests/support/database/other-postgres.ts";
import { BACK_AGAIN, PROCESS_CHANGED, WITHIN_A_SECOND } from "#tests/support/run/patience.ts";
import { readinessOf } from "#tests/support/server/readiness.ts";
import { STANDBY, startPair } from "#tests/support/database/standby.ts";
import { findMissing, parkingOf, plainClient, startWriters } from "#tests/support/rows/writes.ts";

test("a standby alone is no database to work with, and is found once it is promoted, a silent host beside it or not", async (context) => {
  context.skip(!isDebian15There, "Debian's postgresql-15 is not here");
  const pair = await startPair();
  context.onTestFinished(() => pair.stop());
  // A proxy may lead to a standby for a moment: its rows are old.
  const asked = withConnection(pair.standby.url, { name: "tests" }, () => Promise.resolve());
  await expect(asked).rejects.toMatchObject({ code: "57P03", message: expect.stringContaining("may only be read") });

  const silent = createServer(() => undefined).listen(0, "127.0.0.1");
  context.onTestFinished(() => void silent.close());
  await once(silent, "listening");
  const { host } = new URL(pair.standby.url);
  const hosts = `127.0.0.1:${(silent.address() as AddressInfo).port},${host}`;
  const found = findPrimary(pair.standby.url.replace(host, hosts), {}).then(({ port }) => port);
  await once(silent, "connection");
  await pair.promote();
  const promoted = performance.now();
  expect(await found).toBe(new URL(pair.standby.url).port);
  // The silent host is given three seconds.
  expect(performance.now() - promoted).toBeLessThan(WITHIN_A_SECOND.timeout);
});

test("a standby that is promoted takes over: nothing acknowledged is lost, live changes and a backup come from it", async (context) => {
  context.skip(!isDebian15There, "Debian's postgresql-15 is not here");
  const pair = await startPair();
  context.onTestFinished(() => pair.stop());
  const own = makeDataDir();
  context.onTestFinished(own.remove);
  const [standby, primary] = [new URL(pair.standby.url), new URL(pair.primary.url)];
  // The first host is not there, the second one is a standby: the server goes to the third.
  const hosts = `127.0.0.1:${await freePort()},${standby.host},${primary.host}`;
  const DATABASE_URL = pair.primary.url.replace(primary.host, hosts);
  const settings = { DATABASE_URL, STORAGE_URL: join(own.dataDir, "photos") };
  const product = await startBuilt(own.dataDir, settings);
  context.onTestFinished(() => product.stop());
  expect(await readinessOf(product.url)).toEqual({ status: "ready" });

  // An acknowledged write is on both: nothing else survives the primary.
  const superuser = postgres(pair.primary.url, { max: 1 });
  await superuser.unsafe(`alter system set synchronous_standby_names = '${STANDBY}'`);
  await superuser`select pg_reload_conf()`;
  await expect
    .poll(async () => (await superuser`select sync_state from pg_stat_replication`)[0]?.["sync_state"], PROCESS_CHANGED)
    .toBe("sync");
  await superuser.end();

  const client = plainClient(product.url, product.publishableKey);
  context.onTestFinished(() => void client.realtime.disconnect());
  const heard = new Set<string>();
  const statuses: string[] = [];
  client
    .channel("hosts")
    .on("postgres_changes", { event: "INSERT", schema: "public", table: "parkings" }, ({ new: row }) =>
      heard.add((row as { id: string }).id),
    )
    .subscribe((status) => statuses.push(status));
  await expect.poll(() => statuses).toContain("SUBSCRIBED");

  const writers = startWriters(product);
  await writers.further(50);
  const trouble = writers.trouble();
  await pair.primary.stop();
  await trouble;
  await pair.promote();
  await writers.further(50);
  await writers.stop();
  expect(await findMissing(product, writers.acknowledged)).toEqual([]);
  expect(writers.refused.filter(({ status }) => status !== 503)).toEqual([]);
  await expect.poll(() => readinessOf(product.url), BACK_AGAIN).toEqual({ status: "ready" });

  await expect.poll(() => statuses.at(-1), BACK_AGAIN).toBe("SUBSCRIBED");
  const id = randomUUID();
  expect((await client.from("parkings").insert(parkingOf(id))).error).toBeNull();
  await expect.poll(() => heard.has(id), BACK_AGAIN).toBe(true);

  const file = join(own.dataDir, "after.tar.gz");
  const env = { PATH: process.env["PATH"] ?? "", DATA_DIR: own.dataDir, ...settings };
  await promisify(execFile)(process.execPath, ["dist/server/backup.js", file], { env });
  expect(existsSync(file)).toBe(true);

  // The old primary comes back as what it was: whoever was promoted last stays the one that is written to.
  await pair.startPrimary();
  const { host, port } = await findPrimary(DATABASE_URL, {});
  expect(`${host}:${port}`).toBe(standby.host);
});
