/** Reads turns with cars (document 5 §4). */
import { addDays, startOfDay } from "#shared/format/dates.ts";
import { ask } from "../ask.ts";
import type { Row } from "../live.ts";
import { queryOptions } from "../use-query.ts";

export type VehicleTurn = Pick<
  Row<"vehicle_turns">,
  | "id"
  | "vehicle_id"
  | "slot"
  | "chauffeur_id"
  | "taken_at"
  | "start_km"
  | "until"
  | "extended_hours"
  | "ended_at"
  | "ended_by"
  | "ended_by_id"
  | "reason"
  | "returned_at"
  | "end_km"
  | "km"
  | "km_is_estimated"
  | "gap_km"
>;

const COLUMNS =
  "id, vehicle_id, slot, chauffeur_id, taken_at, start_km, until, extended_hours, ended_at, ended_by, ended_by_id, reason, returned_at, end_km, km, km_is_estimated, gap_km" as const;

/** The most open turns: one a car (document 5 §10). */
const OPEN_LIMIT = 40;
/** The most turns of a day, of a chauffeur's month, and of a car that a screen lists. */
const LIST_LIMIT = 500;
const OWN_DAYS = 30;

export const vehicleTurnQueries = {
  /** The key of all lists of a project. */
  all: (project: string) => ["vehicle_turns", project] as const,
  /** The open turns of a project: who has which car. */
  open: (project: string) =>
    queryOptions({
      queryKey: ["vehicle_turns", project, "open"] as const,
      queryFn: (acting, { signal }): Promise<VehicleTurn[]> =>
        ask(acting, (client) =>
          client
            .from("vehicle_turns")
            .select(COLUMNS)
            .eq("project_id", project)
            .is("ended_at", null)
            .order("slot")
            .limit(OPEN_LIMIT)
            .abortSignal(signal),
        ),
    }),
  /** The turns of a chauffeur in the last 30 days, newest first. */
  own: (project: string, chauffeurId: string) =>
    queryOptions({
      queryKey: ["vehicle_turns", project, "own", chauffeurId] as const,
      queryFn: (acting, { signal }): Promise<VehicleTurn[]> =>
        ask(acting, (client) =>
          client
            .from("vehicle_turns")
            .select(COLUMNS)
            .eq("project_id", project)
            .eq("chauffeur_id", chauffeurId)
            .gte("taken_at", new Date(Date.now() - OWN_DAYS * 86_400_000).toISOString())
            .order("taken_at", { ascending: false })
            .order("id", { ascending: false })
            .limit(LIST_LIMIT)
            .abortSignal(signal),
        ),
    }),
  /** The turns that a day (`yyyy-MM-dd`) has a part of and that began at most a month before, by car and time. */
  ofDay: (project: string, day: string) =>
    queryOptions({
      queryKey: ["vehicle_turns", project, "day", day] as const,
      queryFn: (acting, { signal }): Promise<VehicleTurn[]> =>
        ask(acting, (client) =>
          client
            .from("vehicle_turns")
            .select(COLUMNS)
            .eq("project_id", project)
            .lt("taken_at", startOfDay(addDays(day, 1))?.toISOString() ?? day)
            .gte("taken_at", startOfDay(addDays(day, -31))?.toISOString() ?? day)
            .or(`ended_at.is.null,ended_at.gt.${startOfDay(day)?.toISOString() ?? day}`)
            .order("slot")
            .order("taken_at")
            .limit(LIST_LIMIT)
            .abortSignal(signal),
        ),
    }),
  /** The latest turns of a car, newest first. */
  ofVehicle: (project: string, vehicleId: string) =>
    queryOptions({
      queryKey: ["vehicle_turns", project, "vehicle", vehicleId] as const,
      queryFn: (acting, { signal }): Promise<VehicleTurn[]> =>
        ask(acting, (client) =>
          client
            .from("vehicle_turns")
            .select(COLUMNS)
            .eq("vehicle_id", vehicleId)
            .order("taken_at", { ascending: false })
            .order("id", { ascending: false })
            .limit(50)
            .abortSignal(signal),
        ),
    }),
};
