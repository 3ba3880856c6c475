// Figures and their form: medians and percentiles, never a single reading.

/** A figure of the table. */
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

/** Prints rows of several figures below a heading; the first and the last column are words. */
export function printColumns(title: string, heading: readonly string[], rows: readonly (readonly string[])[]): void {
  const all = [heading, ...rows];
  const widths = heading.map((_, at) => Math.max(...all.map((row) => row[at]?.length ?? 0)));
  const isWords = (at: number) => at === 0 || at === heading.length - 1;
  console.log(`\n${title}`);
  for (const row of all) {
    const cells = row.map((cell, at) => (isWords(at) ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)));
    console.log(`  ${cells.join("  ")}`.trimEnd());
  }
}
