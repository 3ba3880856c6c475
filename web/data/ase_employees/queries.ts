/** Reading the employees of the ambulance service. */
import { infiniteQueryOptions } from "@tanstack/react-query";
import { getClient } from "../client.ts";
import type { Row } from "../live.ts";
import { type NewestCursor, newestPage, nextNewest } from "../newest-first.ts";
import { unwrap } from "../unwrap.ts";

export type AseEmployee = Pick<Row<"ase_employees">, "id" | "account_id" | "employee_id" | "name" | "created_at">;

const COLUMNS = "id, account_id, employee_id, name, created_at" as const;
const PAGE_SIZE = 100;

/** The employee with this ID, or null (document 2 §7). @throws DataError */
export async function findAseEmployee(employeeId: string): Promise<AseEmployee | null> {
  const client = await getClient();
  return unwrap(await client.from("ase_employees").select(COLUMNS).eq("employee_id", employeeId).maybeSingle());
}

export const aseEmployeeQueries = {
  all: ["ase_employees"] as const,
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
