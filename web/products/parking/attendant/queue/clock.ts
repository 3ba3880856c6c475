import { spanText } from "#shared/format/spans.ts";

/** From so far on a clock is called wrong, in milliseconds: as the database calls it. */
const WRONG_MS = 10 * 60_000;

/** How far a clock is wrong, in words; undefined where it is right enough. @param offset milliseconds that it runs ahead */
export const clockSpan = (offset: number): string | undefined =>
  Math.abs(offset) > WRONG_MS ? spanText(Math.abs(offset)) : undefined;
