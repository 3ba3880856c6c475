/** The erasure of a site's data whose time is over, and the data kept about a plate (document 4 §4). */
import { queryOptions } from "@tanstack/react-query";
import { callFunction } from "../call-function.ts";
import { defineMutation } from "../define-mutation.ts";

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
      queryFn: () => callFunction<Expired>("erase_expired", { project, dry_run: true }),
    }),
};

export type ExtractRequest = {
  project: string;
  plate: string;
  /** The person who asked, and how that was verified; both stand in the trail. */
  askedBy: string;
  verified: string;
  actingAs: string;
};

/** All data that a site keeps about a plate. @throws DataError PK008 for a missing field, 42501. */
export const personExtract = ({ project, plate, askedBy, verified, actingAs }: ExtractRequest) =>
  callFunction<Record<string, unknown>>("person_extract", {
    project,
    plate,
    asked_by: askedBy,
    verified,
    acting_as: actingAs,
  });

export const usePersonExtract = defineMutation(personExtract);
