/** Reads checks of the ambulance's vehicles (document 5 §7). */
import { AMBULANCE_PATH } from "#contract/projects.ts";
import type { ActingPerson } from "../acting.ts";
import { ask } from "../ask.ts";
import type { Row } from "../live.ts";
import { queryOptions } from "../use-query.ts";
import { vehicleFaultQueries } from "../vehicle_faults/queries.ts";

export type CheckResult = "ready" | "remarks" | "not_ready";
/** An answer with its item as the crew read it. */
export type StoredAnswer = { text: string; kind: string; result: string; note: string | null; is_fault: boolean };
export type VehicleCheck = Pick<Row<"vehicle_checks">, "id" | "vehicle_id" | "employee_id" | "done_at" | "km"> & {
  result: CheckResult;
  answers: StoredAnswer[];
};

/** More checks than crews make in a day. */
const CHECKS_LIMIT = 100;

export const vehicleCheckQueries = {
  /** The latest checks of all vehicles, newest first. */
  latest: () =>
    queryOptions({
      queryKey: ["vehicle_checks"] as const,
      queryFn: async (acting, { signal }): Promise<VehicleCheck[]> =>
        (await ask(acting, (client) =>
          client
            .from("vehicle_checks")
            .select("id, vehicle_id, employee_id, done_at, km, result, answers")
            .order("done_at", { ascending: false })
            .order("id", { ascending: false })
            .limit(CHECKS_LIMIT)
            .abortSignal(signal),
        )) as unknown as VehicleCheck[],
    }),
  /** The open faults that the crew may take back now, by the database's rule: they change with the turn and the vehicle too. */
  ownFaults: (acting: ActingPerson, turn: string, vehicle: string) =>
    queryOptions({
      queryKey: [...vehicleFaultQueries.all(AMBULANCE_PATH), "own", acting.id, turn, vehicle] as const,
      queryFn: async (_, { signal }): Promise<string[]> => {
        const answer = await ask(acting, (client) =>
          client.rpc("own_faults", { acting_as: acting.id }).abortSignal(signal),
        );
        return (answer as unknown as { faults: string[] }).faults;
      },
    }),
};
