import { AMBULANCE_PATH } from "#contract/projects.ts";
import { useQuery } from "#data/use-query.ts";
import { type Vehicle, vehicleQueries } from "#data/vehicles/queries.ts";

export type VehicleNames = ReadonlyMap<string | null, string>;

/** The ambulance's vehicles. */
export const useVehicles = (): readonly Vehicle[] => useQuery(vehicleQueries.ofProject(AMBULANCE_PATH)).data ?? [];

/** The names of the ambulance's vehicles by their ids. */
export const useVehicleNames = (): VehicleNames => new Map(useVehicles().map(({ id, name }) => [id, name]));
