/** The erasure of a site's data whose time is over, and the data kept about a plate (document 4 §4). */
import type { ActingPerson } from "../acting.ts";
import { callFunction } from "../call-function.ts";
import { definePersonMutation } from "../define-mutation.ts";
import type { FineEvent } from "../fine_events/queries.ts";
import { fineQueries } from "../fines/queries.ts";
import type { Row } from "../live.ts";
import type { Objection } from "../objections/queries.ts";
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
  all: ["erasure"] as const,
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

/** A row of the trail about a parking, a fine or a permit of the plate. */
export type ExtractTrailRow = Pick<
  Row<"audit_trail">,
  "id" | "created_at" | "action" | "subject" | "actor_kind" | "actor_id" | "before" | "after"
>;

/** A case with all that belongs to it. */
export type ExtractFine = Row<"fines"> & {
  photos: Row<"fine_photos">[];
  events: FineEvent[];
  payments: Row<"payments">[];
  objections: Objection[];
  recipients: Row<"case_recipients">[];
  messages: Row<"outbox">[];
};

/** All data that a site keeps about a plate, at the moment `at`. */
export type PersonExtract = {
  at: string;
  site: string | null;
  plate: string;
  parkings: Row<"parkings">[];
  removed_parkings: Row<"parking_deletion_logs">[];
  permits: Row<"permits">[];
  checks: Row<"plate_checks">[];
  activities: Row<"web_activity_logs">[];
  fines: ExtractFine[];
  trail: ExtractTrailRow[];
};

const argsOf = (acting: ActingPerson, { project, plate, askedBy, verified }: ExtractRequest) => ({
  project,
  plate,
  asked_by: askedBy,
  verified,
  acting_as: acting.id,
});

/** All data that a site keeps about a plate. @throws DataError PK008 for a missing field, 42501. */
export const personExtract = async (acting: ActingPerson, request: ExtractRequest): Promise<PersonExtract> => {
  const answer = await callFunction<PersonExtract & { outcome: string }>(
    acting,
    "person_extract",
    argsOf(acting, request),
  );
  const { outcome: _, ...kept } = answer;
  return kept;
};

export const usePersonExtract = definePersonMutation(personExtract);

/** The number of rows of each kind that an erasure on request takes out, and of those that stay. */
export type PlateErasure = {
  erased: Omit<Expired, "erases_from">;
  kept: Record<"cases" | "photos" | "payments" | "parkings" | "removals" | "permits" | "checks" | "requests", number>;
};

/** Tells how much an erasure of a plate takes out. This call erases nothing. @throws DataError PK008, 42501. */
export const usePlateErasurePreview = definePersonMutation((acting, request: ExtractRequest) =>
  callFunction<PlateErasure>(acting, "erase_plate", { ...argsOf(acting, request), dry_run: true }),
);

/** Erases the data that a site keeps about a plate. @throws DataError PK008 for a missing field, 42501. */
export const useErasePlate = definePersonMutation(
  (acting, request: ExtractRequest) =>
    callFunction<PlateErasure>(acting, "erase_plate", { ...argsOf(acting, request), dry_run: false }),
  [erasureQueries.all, fineQueries.all],
);
