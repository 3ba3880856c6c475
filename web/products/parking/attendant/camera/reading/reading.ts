import type { Candidate, Decoded } from "./decode.ts";

/** What one picture of a plate says. */
export type Reading = {
  /** The likeliest plate, or the signs as they are read where no pattern of plates fits them. */
  plate: string;
  /** Probability between 0 and 1 that it is this plate and not the second one. */
  certainty: number;
  /** Whether the picture is as likely under the patterns of plates as without them; else somebody has to confirm what was read. */
  fits: boolean;
  /** Whether its pattern has a fixed number of signs, so that none can be missing; else somebody has to confirm it. */
  isWhole: boolean;
  /** Logarithm of how much likelier this plate is than the second one. */
  lead: number;
  /** Whether one picture is enough to take the plate for read. */
  isSure: boolean;
  /** Places of signs (from 0) that may be others. */
  doubtful: number[];
  /** Other plates that the picture may show, likeliest first. */
  others: string[];
};

/** Logarithm of how much likelier the best plate has to be than the second one for one picture to be enough. */
export const SURE_FACTOR = Math.log(2000);
/** A plate that is less likely than the signs without rules by more than this (a logarithm) does not fit. */
const FIT = -12;
/** Plates less likely than the best by more than this factor (a logarithm) are not held possible. */
const POSSIBLE = Math.log(1e4);
const MOST_OTHERS = 4;
/** Signs whose probability is lower are doubtful. */
const DOUBTFUL = 0.9;

/** Decides what decoded signs say; undefined for fewer than two signs. */
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
    // A sign that is not seen leaves a plate of the same pattern, where that has no fixed number of them.
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
