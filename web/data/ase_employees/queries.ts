/** Reading the employees of the ambulance service. */
import { infiniteQueryOptions } from "@tanstack/react-query";
import { getClient } from "../client.ts";
import type { Row } from "../live.ts";
import { afterNewest, type NewestCursor, nextNewest } from "../newest-first.ts";
import { unwrap } from "../unwrap.ts";

export type AseEmployee = Pick<Row<"ase_employees">, "id" | "employee_id" | "name" | "created_at">;

const COLUMNS = "id, employee_id, name, created_at" as const;
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
  let rows = client.from("ase_employees").select(COLUMNS);
  if (after !== null) rows = rows.lte("created_at", after.created_at).or(afterNewest(after));
  return unwrap(
    await rows
      .order("created_at", { ascending: false })
      .order("id", { ascending: false })
      .limit(PAGE_SIZE)
      .abortSignal(signal),
  );
}
