/** Reads the shifts of the ambulance service's employees. */
import { ask } from "../ask.ts";
import type { Row } from "../live.ts";
import { queryOptions } from "../use-query.ts";

/** A shift; without an end it is still open. */
export type AseShift = Row<"ase_shifts">;

const COLUMNS = "id, employee_id, name, started_at, ended_at" as const;
/** More people than are ever on duty at once. */
const ON_DUTY_LIMIT = 200;
/** The number of last shifts that an employee sees. */
const LAST_SHIFTS = 10;

export const aseShiftQueries = {
  all: ["ase_shifts"] as const,
  /** The people on duty, the longest shift first. */
  onDuty: () =>
    queryOptions({
      queryKey: ["ase_shifts", "on-duty"] as const,
      queryFn: (acting, { signal }): Promise<AseShift[]> =>
        ask(acting, (client) =>
          client
            .from("ase_shifts")
            .select(COLUMNS)
            .is("ended_at", null)
            .order("started_at")
            .order("id")
            .limit(ON_DUTY_LIMIT)
            .abortSignal(signal),
        ),
    }),
  /** The last shifts of an employee, the newest first; the newest may be open. */
  lastOf: (employeeId: string) =>
    queryOptions({
      queryKey: ["ase_shifts", "last", employeeId] as const,
      queryFn: (acting, { signal }): Promise<AseShift[]> =>
        ask(acting, (client) =>
          client
            .from("ase_shifts")
            .select(COLUMNS)
            .eq("employee_id", employeeId)
            .order("started_at", { ascending: false })
            .order("id", { ascending: false })
            .limit(LAST_SHIFTS)
            .abortSignal(signal),
        ),
    }),
};
