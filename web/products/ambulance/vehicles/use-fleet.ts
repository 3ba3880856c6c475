import { AMBULANCE_PATH } from "#contract/projects.ts";
import { PROMPT_POLL_MS, useListInterval } from "#data/live.ts";
import { aseSettingsQueries } from "#data/planned_shifts/lists.ts";
import { useQuery } from "#data/use-query.ts";
import { useLiveFaults } from "#data/vehicle_faults/live.ts";
import { type VehicleFault, vehicleFaultQueries } from "#data/vehicle_faults/queries.ts";
import { useLiveVehicles } from "#data/vehicles/live.ts";
import { vehicleQueries } from "#data/vehicles/queries.ts";

/** The ambulance's vehicles with their open faults, live. */
export function useAmbulanceFleet() {
  const refetchInterval = useListInterval(false, PROMPT_POLL_MS);
  useLiveVehicles(AMBULANCE_PATH);
  useLiveFaults(AMBULANCE_PATH);
  const vehicles = useQuery({ ...vehicleQueries.ofProject(AMBULANCE_PATH), refetchInterval });
  const faults = useQuery({ ...vehicleFaultQueries.open(AMBULANCE_PATH), refetchInterval });
  const faultsOf = (vehicle: string): VehicleFault[] =>
    (faults.data ?? []).filter(({ vehicle_id: of }) => of === vehicle);
  return { vehicles, faultsOf };
}

/** Whether crews are asked to check their vehicle. */
export const useAsksForChecks = (): boolean => useQuery(aseSettingsQueries.settings()).data?.checklist === "ask";
