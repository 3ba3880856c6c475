// Faults of a cluster, each of which passes by itself or is mended: asserted by tests/faults, counted by bench.
import { join } from "node:path";
import { type BuiltProduct, makeDataDir, startBuilt } from "#tests/support/server/built-product.ts";
import { type Cluster, type NodeNumber, NUMBERS } from "./cluster.ts";
import { type People, type Server, startPeople } from "./people.ts";
import { judge, type Times, timesOf } from "./verdict.ts";

export type FaultName = keyof typeof FAULTS;

/** A fault of the cluster while people work: the function causes the fault, waits until it has passed, and mends what is left. */
type Fault = (cluster: Cluster, people: People, chance: () => number) => Promise<void>;

const others = (node: NodeNumber) => NUMBERS.filter((each) => each !== node);
/** Acknowledged rows at each server that show that the fault is over. */
const GOOD_AGAIN = 20;
/** Acknowledged rows while a disk is full after which the fault counts as having no effect. */
const FULL_AFTER = 400;

/** A fault that takes a node away until another node leads and people write there. */
const replace = (away: (cluster: Cluster, node: NodeNumber) => unknown, back: typeof away): Fault => {
  return async (cluster, people) => {
    const node = await cluster.leader();
    await away(cluster, node);
    await cluster.leader(others(node));
    await people.further(GOOD_AGAIN);
    await back(cluster, node);
  };
};
const killOf =
  (program: "postgres" | "patroni" | "etcd"): Fault =>
  async (cluster) =>
    cluster.killProgram(await cluster.leader(), program);

export const FAULTS = {
  "PostgreSQL killed": killOf("postgres"),
  "Patroni killed": killOf("patroni"),
  "etcd killed": killOf("etcd"),
  "standby killed": async (cluster, people, chance) => {
    const standbys = others(await cluster.leader());
    const node = standbys[Math.floor(chance() * standbys.length)] as NodeNumber;
    await cluster.killNode(node);
    await people.further(GOOD_AGAIN);
    await cluster.startNode(node);
  },
  "node killed": replace(
    (cluster, node) => cluster.killNode(node),
    (cluster, node) => cluster.startNode(node),
  ),
  "node paused and woken": replace(
    (cluster, node) => cluster.pause(node),
    (cluster, node) => cluster.wake(node),
  ),
  "node cut off": replace(
    (cluster, node) => cluster.cut(node, "everybody"),
    (cluster, node) => cluster.mend(node),
  ),
  "node cut off from the nodes": replace(
    (cluster, node) => cluster.cut(node, "nodes"),
    (cluster, node) => cluster.mend(node),
  ),
  switchover: async (cluster) => {
    const node = await cluster.leader();
    await cluster.switchover(node);
    await cluster.leader(others(node));
  },
  "disk full": async (cluster, people) => {
    const node = await cluster.leader();
    cluster.fillDisk(node);
    await Promise.race([people.trouble(), people.further(FULL_AFTER)]);
    cluster.emptyDisk(node);
  },
} satisfies Record<string, Fault>;

/** Random numbers between 0 and 1 by a seed (mulberry32). */
export function chanceOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A random order of faults: every kind comes once before any kind comes again. */
export function orderOf(count: number, chance: () => number): FaultName[] {
  const names = Object.keys(FAULTS) as FaultName[];
  const order: FaultName[] = [];
  while (order.length < count) {
    const round = names.map((name) => ({ name, at: chance() })).toSorted((a, b) => a.at - b.at);
    order.push(...round.map(({ name }) => name));
  }
  return order.slice(0, count);
}

/** Effects of a fault on people. */
export type Outcome = Times & {
  fault: FaultName;
  wrong: string[];
  acknowledged: number;
  refused: number;
  tookMs: number;
};

/** Causes a fault while people work, waits until the cluster is whole, and judges the answers that people got. */
export async function endure(
  cluster: Cluster,
  servers: readonly Server[],
  fault: FaultName,
  chance: () => number,
): Promise<Outcome> {
  const began = performance.now();
  await cluster.settled();
  const people = await startPeople(servers);
  await people.further(GOOD_AGAIN);
  const since = performance.now();
  await FAULTS[fault](cluster, people, chance);
  await people.further(GOOD_AGAIN);
  await cluster.settled();
  await people.further(GOOD_AGAIN);
  const history = await people.finish(cluster.superuserUrl);
  const acknowledged = history.calls.filter(({ status }) => status === 201).length;
  const refused = history.calls.filter(({ status, isGood }) => status >= 400 && status !== 409 && isGood).length;
  const tookMs = performance.now() - began;
  return { fault, wrong: judge(history), ...timesOf(history, since), acknowledged, refused, tookMs };
}

/** Rows at each server that only the leader has when it is killed. */
const ALONE = 30;

/** Turns synchronous mode off, lets the leader write alone, kills it, and gives what the judge found: the judge must find lost rows. */
export async function loseByAsynchrony(
  cluster: Cluster,
  servers: readonly Server[],
  look: () => Promise<void>,
): Promise<string[]> {
  await cluster.settled();
  await cluster.configure({ synchronous_mode: false, synchronous_mode_strict: false });
  await cluster.settled();
  await look();
  const people = await startPeople(servers);
  const node = await cluster.leader();
  await cluster.cut(node, "copies");
  await people.further(ALONE);
  await cluster.killNode(node);
  await cluster.leader(others(node));
  await people.further(GOOD_AGAIN);
  await cluster.startNode(node);
  await cluster.settled();
  const wrong = judge(await people.finish(cluster.superuserUrl));
  await cluster.configure({ synchronous_mode: true, synchronous_mode_strict: true });
  return wrong;
}

/** Two servers of ours on a cluster, behind HAProxy and with all hosts in their address, on one folder of photos. */
export async function startServers(cluster: Cluster): Promise<{ servers: Server[]; stop(): Promise<void> }> {
  const own = [makeDataDir(), makeDataDir()];
  const photos = join(own[0]?.dataDir ?? "", "photos");
  const started: BuiltProduct[] = [];
  const stop = async () => {
    await Promise.all(started.map((each) => each.stop()));
    for (const { remove } of own) remove();
  };
  try {
    const ways = [
      { name: "the server behind HAProxy", address: cluster.proxiedUrl },
      { name: "the server with all hosts", address: cluster.hostsUrl },
    ];
    const servers: Server[] = [];
    for (const [at, { name, address }] of ways.entries()) {
      const product = await startBuilt(own[at]?.dataDir ?? "", { DATABASE_URL: address, STORAGE_URL: photos });
      started.push(product);
      servers.push({ name, url: product.url, publishableKey: product.publishableKey });
    }
    return { servers, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
