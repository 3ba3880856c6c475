import { useListInterval } from "#data/live.ts";
import { useQuery } from "#data/use-query.ts";
import { useLiveFaults } from "#data/vehicle_faults/live.ts";
import { vehicleFaultQueries } from "#data/vehicle_faults/queries.ts";
import { useLiveTurns } from "#data/vehicle_turns/live.ts";
import { vehicleTurnQueries } from "#data/vehicle_turns/queries.ts";
import { useLiveVehicles } from "#data/vehicles/live.ts";
import { vehicleQueries } from "#data/vehicles/queries.ts";
import type { StateQuery } from "#shared/ui/state-view.tsx";
import type { Fleet } from "../rules/cars.ts";

/**
 * Reads and follows the register, open turns and faults, as the admin sees them. The answer has all three or none: a car without its turn would
 * look free, and rows would grow while somebody reads.
 */
export function useFleet(project: string): StateQuery<Fleet> {
  const refetchInterval = useListInterval();
  const vehicles = useQuery({ ...vehicleQueries.ofProject(project), refetchInterval });
  const turns = useQuery({ ...vehicleTurnQueries.open(project), refetchInterval });
  const faults = useQuery({ ...vehicleFaultQueries.latest(project), refetchInterval });
  useLiveVehicles(project);
  useLiveTurns(project);
  useLiveFaults(project);
  const queries = [vehicles, turns, faults];
  const data = vehicles.data &&
    turns.data &&
    faults.data && { vehicles: vehicles.data, turns: turns.data, faults: faults.data };
  return {
    data,
    error: queries.find(({ error }) => error !== null)?.error ?? null,
    isFetching: queries.some(({ isFetching }) => isFetching),
    refetch: () => Promise.all(queries.map((query) => query.refetch())),
  };
}
