/** The erasure of a site's data whose time is over, and the data kept about a plate (document 4 §4). */
import type { ActingPerson } from "../acting.ts";
import { callFunction } from "../call-function.ts";
import { definePersonMutation } from "../define-mutation.ts";
import { queryOptions } from "../use-query.ts";

/** The number of expired rows of each kind. */
export type Expired = Record<
  "activities" | "checks" | "parkings" | "removals" | "permits" | "cases" | "photos" | "payers",
  number
> & {
  /** The date before which nothing is erased; null when there is no such date. */
  erases_from: string | null;
};

export const erasureQueries = {
  /** The rows that the next night erases at a site. This call erases nothing. */
  preview: (project: string) =>
    queryOptions({
      queryKey: ["erasure", "preview", project] as const,
      queryFn: (acting) => callFunction<Expired>(acting, "erase_expired", { project, dry_run: true }),
    }),
};

export type ExtractRequest = {
  project: string;
  plate: string;
  /** The person who asked, and how that was verified; both stand in the trail. */
  askedBy: string;
  verified: string;
};

/** All data that a site keeps about a plate. @throws DataError PK008 for a missing field, 42501. */
export const personExtract = (acting: ActingPerson, { project, plate, askedBy, verified }: ExtractRequest) =>
  callFunction<Record<string, unknown>>(acting, "person_extract", {
    project,
    plate,
    asked_by: askedBy,
    verified,
    acting_as: acting.id,
  });

export const usePersonExtract = definePersonMutation(personExtract);
