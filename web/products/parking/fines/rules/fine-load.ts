import { DataError } from "#data/data-error.ts";

/** Why there is no parking to fine (document 1 §8). */
export type LoadProblem = "none-chosen" | "not-found" | "failed";

/** What the database says to a key that is no key at all, as in an address typed by hand. */
const INVALID_KEY = "22P02";

/** Judges the answer for the parking `parkingId`; undefined while there is none yet and when the parking is there. */
export function loadProblem(
  parkingId: string,
  answer: { isFetchedAfterMount: boolean; data: object | null | undefined; error: unknown },
): LoadProblem | undefined {
  if (parkingId === "") return "none-chosen";
  if (!answer.isFetchedAfterMount) return undefined;
  if (answer.error instanceof DataError && answer.error.code === INVALID_KEY) return "not-found";
  if (answer.error !== null) return "failed";
  return answer.data === null ? "not-found" : undefined;
}
