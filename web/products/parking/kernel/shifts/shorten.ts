import { SHIFT } from "#contract/limits.ts";

const letters = new Intl.Segmenter("sv", { granularity: "grapheme" });

/** The first 100 characters of a text (document 1 §9), with an ellipsis if it was longer. No character is cut in two. */
export function shorten(text: string, max: number = SHIFT.shortDescription): string {
  if (text.length <= max) return text;
  let count = 0;
  for (const { index } of letters.segment(text)) {
    if (count === max) return `${text.slice(0, index).trimEnd()}…`;
    count += 1;
  }
  return text;
}
