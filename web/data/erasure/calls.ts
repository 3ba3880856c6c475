/** What is erased at a site when its time is over, and what is kept about a plate (document 4 §4). */
import { queryOptions } from "@tanstack/react-query";
import { callFunction } from "../call-function.ts";
import { defineMutation } from "../define-mutation.ts";

/** How much of each kind is over. */
export type Expired = Record<
  "activities" | "checks" | "parkings" | "removals" | "permits" | "cases" | "photos" | "payers",
  number
> & {
  /** Nothing is erased before that; null: nothing has to be waited for. */
  erases_from: string | null;
};

export const erasureQueries = {
  /** What the next night erases at a site; nothing is erased by asking. */
  preview: (project: string) =>
    queryOptions({
      queryKey: ["erasure", "preview", project] as const,
      queryFn: () => callFunction<Expired>("erase_expired", { project, dry_run: true }),
    }),
};

export type ExtractRequest = {
  project: string;
  plate: string;
  /** Who asked, and how that was verified; both stand in the trail. */
  askedBy: string;
  verified: string;
  actingAs: string;
};

/** All that a site keeps about a plate, as the database tells it. @throws DataError PK008 for what is missing, 42501. */
export const personExtract = ({ project, plate, askedBy, verified, actingAs }: ExtractRequest) =>
  callFunction<Record<string, unknown>>("person_extract", {
    project,
    plate,
    asked_by: askedBy,
    verified,
    acting_as: actingAs,
  });

export const usePersonExtract = defineMutation(personExtract);
