// Open connections of this process to the database, by the name of their pool, for metrics.

/** Connections of a pool; at most `most` may be open at a time. */
export type Connections = { open: number; idle: number; waiting: number; most: number };

const pools = new Set<{ name: string; count: () => Connections }>();

/** Includes a pool in the counts, until the returned function is called. */
export function countIn(name: string, count: () => Connections): () => void {
  const entry = { name, count };
  pools.add(entry);
  return () => void pools.delete(entry);
}

/** The connections by the name of their pool; pools of the same name are counted together. */
export function countConnections(): Map<string, Connections> {
  const counted = new Map<string, Connections>();
  for (const { name, count } of pools) {
    const { open, idle, waiting, most } = count();
    const sum = counted.get(name) ?? { open: 0, idle: 0, waiting: 0, most: 0 };
    counted.set(name, {
      open: sum.open + open,
      idle: sum.idle + idle,
      waiting: sum.waiting + waiting,
      most: sum.most + most,
    });
  }
  return counted;
}
