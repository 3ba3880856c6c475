import { DataError } from "#data/data-error.ts";
import type { ProjectId } from "#shared/paths.ts";

/** The reason why there is no parking to fine (document 1 §8). */
export type LoadProblem = "none-chosen" | "not-found" | "failed";

/** The database's code for a text that is no UUID, such as in an address typed by hand. */
const INVALID_KEY = "22P02";

type Answer = {
  isFetchedAfterMount: boolean;
  data: { project_id: string | null } | null | undefined;
  error: unknown;
};

/**
 * The problem with the parking `parkingId`; undefined while there is no answer yet, and when the parking is there. A project does not find
 * another project's parking; routes without a project find all.
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
