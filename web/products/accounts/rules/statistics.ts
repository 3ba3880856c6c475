import type { TypeCount } from "#data/admin_user_credentials/queries.ts";

export type Bar = TypeCount & {
  /** Length of the bar, from 0 to 1, where 1 is the most frequent type. */
  share: number;
};

/** The bars of the chart in the order of the counts. A type that has accounts keeps a bar that can be seen. */
export function barsOf(counts: readonly TypeCount[]): Bar[] {
  const most = Math.max(...counts.map(({ count }) => count), 1);
  return counts.map((entry) => ({ ...entry, share: entry.count === 0 ? 0 : Math.max(entry.count / most, 0.01) }));
}

/** How many accounts there are in all. */
export const totalOf = (counts: readonly TypeCount[]): number => counts.reduce((sum, { count }) => sum + count, 0);
