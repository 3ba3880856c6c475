import { spanText } from "#shared/format/spans.ts";

/** The difference from which a clock counts as wrong, in milliseconds; the database uses the same. */
const WRONG_MS = 10 * 60_000;

/** How far a clock is wrong, in words; undefined when it is right enough. @param offset milliseconds by which it is ahead */
export const clockSpan = (offset: number): string | undefined =>
  Math.abs(offset) > WRONG_MS ? spanText(Math.abs(offset)) : undefined;
