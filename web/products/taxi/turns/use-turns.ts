import { useEffect, useState } from "react";
import { PROMPT_POLL_MS, useListInterval } from "#data/live.ts";
import { taxiSettingsQueries, type TaxiSettings } from "#data/taxi_settings/queries.ts";
import { useQuery } from "#data/use-query.ts";
import { useLiveFaults } from "#data/vehicle_faults/live.ts";
import { type VehicleFault, vehicleFaultQueries } from "#data/vehicle_faults/queries.ts";
import { useLiveRequests } from "#data/vehicle_requests/live.ts";
import { type VehicleRequest, vehicleRequestQueries } from "#data/vehicle_requests/queries.ts";
import { useLiveTurns } from "#data/vehicle_turns/live.ts";
import { type VehicleTurn, vehicleTurnQueries } from "#data/vehicle_turns/queries.ts";
import { useLiveVehicles } from "#data/vehicles/live.ts";
import { type Vehicle, vehicleQueries } from "#data/vehicles/queries.ts";

/** What stands beside document 2's cars, empty while it is not read: the cars work without it. */
export type Turns = {
  vehicles: readonly Vehicle[];
  turns: readonly VehicleTurn[];
  faults: readonly VehicleFault[];
  own: readonly VehicleTurn[];
  requests: readonly VehicleRequest[];
  settings: TaxiSettings | undefined;
  /** Whether the cars wait for the first answers: tiles would grow, and a press might not ask what it must. */
  isPending: boolean;
};

/** The longest wait of the cars for what stands beside them, in milliseconds: who stands in the rain takes one without it. */
const PATIENCE_MS = 2000;

/** Reads and follows a project's register, turns, faults and questions, as a chauffeur sees them. */
export function useTurns(project: string, chauffeurId: string): Turns {
  const refetchInterval = useListInterval(false, PROMPT_POLL_MS);
  const vehicles = useQuery({ ...vehicleQueries.ofProject(project), refetchInterval });
  const turns = useQuery({ ...vehicleTurnQueries.open(project), refetchInterval });
  const own = useQuery({ ...vehicleTurnQueries.own(project, chauffeurId), refetchInterval });
  const faults = useQuery({ ...vehicleFaultQueries.open(project), refetchInterval });
  const requests = useQuery({ ...vehicleRequestQueries.latest(project), refetchInterval });
  const settings = useQuery({ ...taxiSettingsQueries.ofProject(project), refetchInterval });
  const [isLate, setIsLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsLate(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, []);
  useLiveVehicles(project);
  useLiveTurns(project);
  useLiveFaults(project);
  useLiveRequests(project);
  return {
    vehicles: vehicles.data ?? [],
    turns: turns.data ?? [],
    own: own.data ?? [],
    faults: faults.data ?? [],
    requests: requests.data ?? [],
    settings: settings.data,
    isPending: !isLate && [vehicles, turns, faults, settings].some(({ isPending }) => isPending),
  };
}
