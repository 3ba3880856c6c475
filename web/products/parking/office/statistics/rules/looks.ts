/** The looks of a chart's lines, which differ in colour and in dashes. No chart has more than three. */
export const LINES = [
  { stroke: "var(--brand)", strokeWidth: 3 },
  { stroke: "var(--success)", strokeWidth: 3, strokeDasharray: "9 5" },
  { stroke: "var(--danger)", strokeWidth: 3, strokeDasharray: "2 5" },
] as const;

/** The most bars that a chart draws; the table has the others. */
export const MOST_BARS = 10;
