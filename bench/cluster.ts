// A cluster of three nodes that is broken a hundred times under people (tests/faults/cluster breaks it twelve times).
import { startCluster } from "#tests/support/cluster/cluster.ts";
import {
  chanceOf,
  endure,
  type FaultName,
  loseByAsynchrony,
  orderOf,
  type Outcome,
  startServers,
} from "#tests/support/cluster/nemesis.ts";
import { findPrograms } from "#tests/support/cluster/packages.ts";
import { median, milliseconds, printColumns } from "./table.ts";

/** Faults of a run, and the seed of their order. CLUSTER_ONLY names kinds of faults, with commas between. */
const { BENCH_FAULTS = "100", CLUSTER_SEED = "1", CLUSTER_ONLY = "" } = process.env;

/** Breaks the cluster, and prints for each kind of fault what people met. Broken promises are printed where they happen. */
export async function measureCluster(): Promise<void> {
  const programs = await findPrograms();
  if ("reason" in programs) throw new Error(programs.reason);
  const only = new Set(CLUSTER_ONLY.split(",").filter(Boolean));
  const chance = chanceOf(Number(CLUSTER_SEED));
  const order = orderOf(10 * Number(BENCH_FAULTS), chance).filter((name) => only.size === 0 || only.has(name));
  const cluster = await startCluster(programs.root);
  const ours = await startServers(cluster).catch(async (error: unknown) => {
    await cluster.stop();
    throw error;
  });
  try {
    const outcomes: Outcome[] = [];
    for (const fault of order.slice(0, Number(BENCH_FAULTS))) {
      const outcome = await endure(cluster, ours.servers, fault, chance);
      outcomes.push(outcome);
      console.log(`${outcomes.length} ${fault}: ${outcome.wrong.length === 0 ? "kept" : outcome.wrong.join("; ")}`);
    }
    print(outcomes);
    const lost = await loseByAsynchrony(cluster, ours.servers, () => Promise.resolve());
    console.log(`\nWithout synchronous mode: ${lost.length} broken promises found`);
  } finally {
    await ours.stop();
    await cluster.stop();
  }
}

const told = (times: number[]) => `${milliseconds(median(times))}, ${milliseconds(Math.max(...times))}`;

function print(outcomes: readonly Outcome[]): void {
  const names = [...new Set(outcomes.map(({ fault }) => fault))];
  const rows = names.map((name: FaultName) => {
    const mine = outcomes.filter(({ fault }) => fault === name);
    const sum = (count: (outcome: Outcome) => number) => `${mine.reduce((total, each) => total + count(each), 0)}`;
    return [
      name,
      `${mine.length}`,
      told(mine.map(({ silence }) => silence)),
      told(mine.map(({ live }) => live)),
      told(mine.map(({ call }) => call)),
      sum(({ refused }) => refused),
      sum(({ acknowledged }) => acknowledged),
      sum(({ wrong }) => wrong.length),
    ];
  });
  const heading = [
    "fault",
    "times",
    "silence",
    "live after it",
    "longest call",
    "refused",
    "acknowledged",
    "broken promises",
  ];
  printColumns("A cluster of three nodes, two servers: median and longest", heading, rows);
}
