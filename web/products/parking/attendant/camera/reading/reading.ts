import type { Candidate, Decoded } from "./decode.ts";

/** The reading of one picture of a plate. */
export type Reading = {
  /** The likeliest plate, or the signs as read when no pattern fits. */
  plate: string;
  /** The probability (0 to 1) of this plate against the second one. */
  certainty: number;
  /** Whether a pattern of plates fits the picture. Otherwise a person must confirm the reading. */
  fits: boolean;
  /** Whether the pattern has a fixed length, so that no sign can be missing. Otherwise a person must confirm the reading. */
  isWhole: boolean;
  /** The logarithm of how much likelier this plate is than the second one. */
  lead: number;
  /** Whether one picture is enough to accept the plate. */
  isSure: boolean;
  /** The positions of doubtful signs, from 0. */
  doubtful: number[];
  /** Other possible plates, the likeliest first. */
  others: string[];
};

/** The lead over the second plate (a logarithm) that makes one picture enough. */
export const SURE_FACTOR = Math.log(2000);
/** The limit (a logarithm) below the reading without rules; a plate below it does not fit. */
const FIT = -12;
/** The factor (a logarithm) below the best plate at which a plate is no longer possible. */
const POSSIBLE = Math.log(1e4);
const MOST_OTHERS = 4;
/** Signs with a lower probability are doubtful. */
const DOUBTFUL = 0.9;

/** Judges decoded signs; undefined for fewer than two signs. */
export function readingOf({ candidates, free }: Decoded): Reading | undefined {
  const [best, ...rest] = candidates;
  if (best === undefined || best.score - best.prior - free.score < FIT) {
    if (free.text.length < 2) return undefined;
    const doubtful = free.certainties.flatMap((certainty, at) => (certainty < DOUBTFUL ? [at] : []));
    const certainty = free.certainties.reduce((product, share) => product * share, 1);
    return {
      plate: free.text,
      certainty,
      fits: false,
      isWhole: false,
      isSure: false,
      lead: 0,
      doubtful,
      others: candidates.slice(0, MOST_OTHERS).map(({ plate }) => plate),
    };
  }
  const lead = rest[0] === undefined ? Number.POSITIVE_INFINITY : best.score - rest[0].score;
  const others = rest.filter(({ score }) => best.score - score < POSSIBLE).slice(0, MOST_OTHERS);
  return {
    plate: best.plate,
    certainty: 1 / (1 + Math.exp(-lead)),
    fits: true,
    // A missed sign would leave another plate of the same pattern, when the pattern has no fixed length.
    isWhole: best.isFixed,
    isSure: best.isFixed && lead > SURE_FACTOR,
    lead,
    doubtful: lead > SURE_FACTOR ? [] : placesThatDiffer(best.plate, others),
    others: others.map(({ plate }) => plate),
  };
}

function placesThatDiffer(plate: string, others: readonly Candidate[]): number[] {
  const near = others[0]?.plate ?? "";
  return Array.from(plate).flatMap((sign, at) => (near[at] === sign ? [] : [at]));
}
