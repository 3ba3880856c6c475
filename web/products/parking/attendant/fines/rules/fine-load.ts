import { DataError } from "#data/data-error.ts";
import type { ProjectId } from "#shared/paths.ts";

/** Why there is no parking to fine (document 1 §8). */
export type LoadProblem = "none-chosen" | "not-found" | "failed";

/** What the database says to a key that is no key at all, as in an address typed by hand. */
const INVALID_KEY = "22P02";

type Answer = {
  isFetchedAfterMount: boolean;
  data: { project_id: string | null } | null | undefined;
  error: unknown;
};

/**
 * Judges the answer for the parking `parkingId`; undefined while there is none yet and when the parking is there. In a project the
 * parking of another one is not found; the routes without a project have all of them.
 */
export function loadProblem(project: ProjectId, parkingId: string, answer: Answer): LoadProblem | undefined {
  if (parkingId === "") return "none-chosen";
  if (!answer.isFetchedAfterMount) return undefined;
  if (answer.error instanceof DataError && answer.error.code === INVALID_KEY) return "not-found";
  if (answer.error !== null) return "failed";
  if (answer.data === null) return "not-found";
  return answer.data === undefined || isOf(project, answer.data) ? undefined : "not-found";
}

const isOf = (project: ProjectId, { project_id: its }: { project_id: string | null }): boolean =>
  project === undefined || its?.toLowerCase() === project.toLowerCase();
