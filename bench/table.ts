// Figures and how they are shown: medians and percentiles, never a single reading.

/** One figure of the table. */
export type Figure = { what: string; value: string; note?: string };

/** The value below which a share of the readings lies. */
export function percentile(readings: readonly number[], share: number): number {
  const sorted = readings.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export const median = (readings: readonly number[]): number => percentile(readings, 0.5);
export const milliseconds = (value: number): string => `${value < 10 ? value.toFixed(1) : Math.round(value)} ms`;

/** Prints the figures of one subject. */
export function printTable(title: string, figures: readonly Figure[]): void {
  const width = Math.max(...figures.map(({ what }) => what.length));
  const valueWidth = Math.max(...figures.map(({ value }) => value.length));
  console.log(`\n${title}`);
  for (const { what, value, note = "" } of figures) {
    console.log(`  ${what.padEnd(width)}  ${value.padStart(valueWidth)}  ${note}`);
  }
}
