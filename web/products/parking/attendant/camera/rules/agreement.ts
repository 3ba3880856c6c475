import type { Reading } from "../reading/reading.ts";

/** A plate on which several frames agree. */
export type Agreed = { plate: string; certainty: number; readings: string[] };

/** The number of frames in a row with the same plate that is enough. */
const FRAMES = 3;
/** The least lead of each such frame: the plate is twenty times as likely as the second one. */
const LEAST_LEAD = Math.log(20);

/**
 * Adds a frame's reading, and returns the plate once it is certain: by one frame with a wide lead, or by three in a row (document 4 §6a). A
 * plate of a pattern without fixed length is never certain by itself.
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

/** A reading while it is uncertain, with question marks for doubtful signs: `AB? 12D`. */
export const withDoubts = ({ plate, doubtful }: Pick<Reading, "plate" | "doubtful">): string =>
  Array.from(plate, (sign, at) => (doubtful.includes(at) ? "?" : sign)).join("");
