import type { TypeCount } from "#data/admin_user_credentials/queries.ts";

export type Bar = TypeCount & {
  /** The length of the bar, from 0 to 1, where 1 is all accounts. */
  share: number;
};

/** The bars of the chart, in the order of the counts. A type with accounts always gets a visible bar. */
export function barsOf(counts: readonly TypeCount[]): Bar[] {
  const total = Math.max(totalOf(counts), 1);
  return counts.map((entry) => ({ ...entry, share: entry.count === 0 ? 0 : Math.max(entry.count / total, 0.01) }));
}

/** The number of all accounts. */
export const totalOf = (counts: readonly TypeCount[]): number => counts.reduce((sum, { count }) => sum + count, 0);
