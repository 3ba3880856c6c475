/** Reads the employees of the ambulance service. */
import { idKey } from "#contract/staff-address.ts";
import type { Acting } from "../acting.ts";
import { ask } from "../ask.ts";
import type { Row } from "../live.ts";
import { listNewest } from "../list-in-pages.ts";
import { type Presence, presenceOf } from "../project_attendants/queries.ts";
import { unwrap } from "../unwrap.ts";
import { queryOptions } from "../use-query.ts";

export type AseEmployee = Pick<
  Row<"ase_employees">,
  "id" | "account_id" | "employee_id" | "name" | "created_at" | "renamed_from" | "deactivated_at"
>;

const COLUMNS = "id, account_id, employee_id, name, created_at, renamed_from, deactivated_at" as const;
const PAGE_SIZE = 100;

/** The employee with this ID, in any case of letters, or null (document 2 §7). @throws DataError */
export async function findAseEmployee(acting: Acting, employeeId: string): Promise<AseEmployee | null> {
  const client = await acting.client();
  const employees = () => client.from("ase_employees").select(COLUMNS);
  const found = unwrap(await employees().eq("employee_id", employeeId).maybeSingle());
  return found ?? unwrap(await employees().eq("employee_key", idKey(employeeId)).maybeSingle());
}

export const aseEmployeeQueries = {
  all: ["ase_employees"] as const,
  /** Whether the employee with this ID still works here. */
  presence: (employeeId: string) =>
    queryOptions({
      queryKey: ["ase_employees", "is-there", employeeId] as const,
      queryFn: async (acting): Promise<Presence> => presenceOf(await findAseEmployee(acting, employeeId)),
    }),
  /** The employees who work here, by ID; more than the service has. */
  active: () =>
    queryOptions({
      queryKey: ["ase_employees", "active"] as const,
      queryFn: (acting, { signal }): Promise<AseEmployee[]> =>
        ask(acting, (client) =>
          client
            .from("ase_employees")
            .select(COLUMNS)
            .is("deactivated_at", null)
            .order("employee_id")
            .order("id")
            .limit(1000)
            .abortSignal(signal),
        ),
    }),
  /** All employees, newest first. */
  list: () =>
    listNewest({
      queryKey: ["ase_employees", "list"],
      size: PAGE_SIZE,
      rows: (client) => client.from("ase_employees").select(COLUMNS),
    }),
};
