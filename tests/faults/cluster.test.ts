// A cluster of three nodes as deploy/cluster describes it, with two servers: twelve faults in an order that a seed decides, under people who
// write, look and follow. What was acknowledged stays, and everybody is told what is there.
// Runs in `npm run test:all` alone, for minutes: tools/cluster-verdict.test holds the judge, hosts promotes a standby.
import { spawnSync } from "node:child_process";
import { copyFileSync, cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { type Cluster, startCluster } from "#tests/support/cluster/cluster.ts";
import { chanceOf, endure, loseByAsynchrony, orderOf, startServers } from "#tests/support/cluster/nemesis.ts";
import { findPrograms } from "#tests/support/cluster/packages.ts";
import type { Server } from "#tests/support/cluster/people.ts";
import { checkDatabase } from "#tests/support/server/server-process.ts";
import { isWhole } from "#tests/support/run/whole.ts";
import { FIRST_START } from "#tests/support/run/patience.ts";

const FAULTS = 12;
/** Today's order; CLUSTER_SEED repeats another day's. */
const SEED = Number(process.env["CLUSTER_SEED"] ?? Math.floor(Date.now() / 86_400_000));

const programs = isWhole ? await findPrograms() : { reason: "npm run test:all breaks a cluster" };
const reason = "reason" in programs ? programs.reason : null;

describe.skipIf(reason !== null)(`a cluster (seed ${SEED}${reason === null ? "" : `; ${reason}`})`, () => {
  let cluster: Cluster;
  let servers: Server[];
  const cleanUps: (() => Promise<void>)[] = [];
  beforeAll(async () => {
    if (!("root" in programs)) return;
    cluster = await startCluster(programs.root);
    cleanUps.push(() => cluster.stop());
    const started = await startServers(cluster);
    cleanUps.push(() => started.stop());
    servers = started.servers;
  }, FIRST_START.timeout);
  afterAll(async () => {
    for (const cleanUp of cleanUps.toReversed()) await cleanUp();
  });

  const check = () => checkDatabase(cluster.proxiedUrl, ["dist/server/database-check.js"]);
  test("npm run database:check says that it keeps acknowledged writes", async () => {
    expect(await check()).toMatchObject({ code: 0, output: expect.stringMatching(/ok +Patroni [^]*writes are kept/) });
  });

  test("systemd takes ours beside Debian's units", () => {
    const { root = "" } = programs as { root?: string };
    const folder = mkdtempSync(join(tmpdir(), "parkering-units-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const units = ["etcd.service", "patroni.service"];
    for (const unit of units) {
      copyFileSync(join(root, "usr/lib/systemd/system", unit), join(folder, unit));
      cpSync(join("deploy/cluster", `${unit}.d`), join(folder, `${unit}.d`), { recursive: true });
    }
    const { stderr } = spawnSync(
      "systemd-analyze",
      ["verify", "--man=no", ...units.map((unit) => join(folder, unit))],
      {
        encoding: "utf8",
        env: { ...process.env, SYSTEMD_UNIT_PATH: `${folder}:` },
      },
    );
    const told = stderr.split("\n").filter((line) => /etcd|patroni|parkering/.test(line));
    // The programs are not installed here.
    expect(told.filter((line) => !line.includes("is not executable"))).toEqual([]);
    expect(told.join()).toContain("/etc/patroni/refuse-old-patroni.sh is not executable");
  });

  const chance = chanceOf(SEED);
  // Spec rules §12: A cluster that loses
  test.each(orderOf(FAULTS, chance).map((fault, at) => ({ fault, at })))("$at: $fault", async ({ fault }) => {
    const { wrong, acknowledged, ...figures } = await endure(cluster, servers, fault, chance);
    console.log(`${fault}: ${acknowledged} acknowledged, ${JSON.stringify(figures)}`);
    expect(wrong).toEqual([]);
  });

  // The judge has teeth: without synchronous mode a lost node takes acknowledged rows along.
  test("asynchronous mode loses what was acknowledged, and is found", async () => {
    const wrong = await loseByAsynchrony(cluster, servers, async () => {
      const { output } = await check();
      expect(output).toContain("none is waited for");
      expect(output).toContain("edit-config -s synchronous_mode=true -s synchronous_mode_strict=true");
      expect(output).toContain("Acknowledged writes may be lost with the primary");
    });
    expect(wrong.filter((each) => each.endsWith("was acknowledged and is lost"))).not.toEqual([]);
  });
});
