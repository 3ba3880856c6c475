/** Reads faults of cars (document 5 §4). A chauffeur reads open ones alone. */
import { ask } from "../ask.ts";
import type { Row } from "../live.ts";
import { queryOptions } from "../use-query.ts";

export type VehicleFault = Pick<
  Row<"vehicle_faults">,
  | "id"
  | "vehicle_id"
  | "text"
  | "severity"
  | "reported_by"
  | "reported_at"
  | "fixed_by"
  | "fixed_at"
  | "fix_note"
  | "photos"
>;

const COLUMNS =
  "id, vehicle_id, text, severity, reported_by, reported_at, fixed_by, fixed_at, fix_note, photos" as const;
const FAULTS_LIMIT = 500;

export const vehicleFaultQueries = {
  /** The key of all lists of a project. */
  all: (project: string) => ["vehicle_faults", project] as const,
  /** The open faults of a project's cars, newest first. */
  open: (project: string) =>
    queryOptions({
      queryKey: ["vehicle_faults", project, "open"] as const,
      queryFn: (acting, { signal }): Promise<VehicleFault[]> =>
        ask(acting, (client) =>
          client
            .from("vehicle_faults")
            .select(COLUMNS)
            .eq("project_id", project)
            .is("fixed_at", null)
            .order("reported_at", { ascending: false })
            .order("id", { ascending: false })
            .limit(FAULTS_LIMIT)
            .abortSignal(signal),
        ),
    }),
  /** The latest faults of a project's cars, mended ones too, newest first. */
  latest: (project: string) =>
    queryOptions({
      queryKey: ["vehicle_faults", project, "latest"] as const,
      queryFn: (acting, { signal }): Promise<VehicleFault[]> =>
        ask(acting, (client) =>
          client
            .from("vehicle_faults")
            .select(COLUMNS)
            .eq("project_id", project)
            .order("reported_at", { ascending: false })
            .order("id", { ascending: false })
            .limit(FAULTS_LIMIT)
            .abortSignal(signal),
        ),
    }),
};
