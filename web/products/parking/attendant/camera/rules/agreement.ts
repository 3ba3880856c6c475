import type { Reading } from "../reading/reading.ts";

/** A plate that frames agree on. */
export type Agreed = { plate: string; certainty: number; readings: string[] };

/** So many frames in a row with the same plate are enough. */
const FRAMES = 3;
/** Each of them has to be as sure as this: the plate twenty times as likely as the second one. */
const LEAST_LEAD = Math.log(20);

/**
 * Takes one more frame's reading, and gives what counts now with the plate once it is sure: one frame by a wide margin, or three in a row
 * (document 4 §6a). A plate that may have fewer signs than the car's is never sure by itself.
 */
export function agree(
  before: readonly Reading[],
  reading: Reading | undefined,
): { readings: readonly Reading[]; agreed?: Agreed } {
  if (reading === undefined) return { readings: before };
  const readings = [...before, reading].slice(-FRAMES);
  const isSame = readings.every(({ plate, isWhole, lead }) => plate === reading.plate && isWhole && lead > LEAST_LEAD);
  if (!reading.isSure && !(isSame && readings.length === FRAMES)) return { readings };
  const others = new Set(readings.flatMap((one) => [one.plate, ...one.others]));
  others.delete(reading.plate);
  const certainty = Math.max(...readings.filter(({ plate }) => plate === reading.plate).map((one) => one.certainty));
  return { readings, agreed: { plate: reading.plate, certainty, readings: [...others].slice(0, 8) } };
}

/** A reading as it is shown while it is not sure: doubtful signs are question marks, `AB? 12D`. */
export const withDoubts = ({ plate, doubtful }: Pick<Reading, "plate" | "doubtful">): string =>
  Array.from(plate, (sign, at) => (doubtful.includes(at) ? "?" : sign)).join("");
