/** Reading the employees of the ambulance service. */
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { idKey } from "#contract/staff-address.ts";
import { getClient } from "../client.ts";
import type { Row } from "../live.ts";
import { type NewestCursor, newestPage, nextNewest } from "../keyset-pager.ts";
import { unwrap } from "../unwrap.ts";

export type AseEmployee = Pick<
  Row<"ase_employees">,
  "id" | "account_id" | "employee_id" | "name" | "created_at" | "renamed_from"
>;

const COLUMNS = "id, account_id, employee_id, name, created_at, renamed_from" as const;
const PAGE_SIZE = 100;

/** The employee with this ID, also typed in another case, or null (document 2 §7). @throws DataError */
export async function findAseEmployee(employeeId: string): Promise<AseEmployee | null> {
  const client = await getClient();
  const employees = () => client.from("ase_employees").select(COLUMNS);
  const found = unwrap(await employees().eq("employee_id", employeeId).maybeSingle());
  return found ?? unwrap(await employees().eq("employee_key", idKey(employeeId)).maybeSingle());
}

export const aseEmployeeQueries = {
  all: ["ase_employees"] as const,
  /** Whether there is an employee with this ID. */
  isThere: (employeeId: string) =>
    queryOptions({
      queryKey: ["ase_employees", "is-there", employeeId] as const,
      queryFn: async (): Promise<boolean> => (await findAseEmployee(employeeId)) !== null,
    }),
  /** All employees, newest first. */
  list: () =>
    infiniteQueryOptions({
      queryKey: ["ase_employees", "list"] as const,
      initialPageParam: null as NewestCursor | null,
      queryFn: ({ pageParam, signal }) => listAseEmployees(pageParam, signal),
      getNextPageParam: (page) => nextNewest(page, PAGE_SIZE),
    }),
};

async function listAseEmployees(after: NewestCursor | null, signal: AbortSignal): Promise<AseEmployee[]> {
  const client = await getClient();
  const rows = client.from("ase_employees").select(COLUMNS);
  return unwrap(await newestPage(rows, { after, size: PAGE_SIZE, signal }));
}
