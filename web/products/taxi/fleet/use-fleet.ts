import { useListInterval } from "#data/live.ts";
import { useQuery } from "#data/use-query.ts";
import { useLiveFaults } from "#data/vehicle_faults/live.ts";
import { vehicleFaultQueries } from "#data/vehicle_faults/queries.ts";
import { useLiveTurns } from "#data/vehicle_turns/live.ts";
import { vehicleTurnQueries } from "#data/vehicle_turns/queries.ts";
import { useLiveVehicles } from "#data/vehicles/live.ts";
import { vehicleQueries } from "#data/vehicles/queries.ts";

/** Reads and follows the register, open turns and faults, as the admin sees them. */
export function useFleet(project: string) {
  const refetchInterval = useListInterval();
  const vehicles = useQuery({ ...vehicleQueries.ofProject(project), refetchInterval });
  const turns = useQuery({ ...vehicleTurnQueries.open(project), refetchInterval });
  const faults = useQuery({ ...vehicleFaultQueries.latest(project), refetchInterval });
  useLiveVehicles(project);
  useLiveTurns(project);
  useLiveFaults(project);
  return { vehicles, turns: turns.data ?? [], faults: faults.data ?? [] };
}
