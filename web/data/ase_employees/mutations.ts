/** Adds, changes and removes employees of the ambulance service (document 2 §7). */
import type { Acting } from "../acting.ts";
import { ask, reachOne } from "../ask.ts";

export type AseEmployeeDraft = { employee_id: string; name: string | null };

/** Adds an employee. @throws DataError 23505 when the ID is taken. */
export async function insertAseEmployee(
  acting: Acting,
  employee: AseEmployeeDraft & { created_by: string },
): Promise<void> {
  await ask(acting, (client) => client.from("ase_employees").insert(employee));
}

/** Changes an employee. @throws DataError 23505 when the ID is taken, `gone` when the employee no longer exists. */
export async function updateAseEmployee(
  acting: Acting,
  { id, ...draft }: AseEmployeeDraft & { id: string },
): Promise<void> {
  await reachOne(acting, "The employee no longer exists", (client) =>
    client.from("ase_employees").update(draft).eq("id", id).select("id"),
  );
}

/** Removes an employee. @throws DataError `gone` when another person removed the employee first. */
export async function deleteAseEmployee(acting: Acting, id: string): Promise<void> {
  await reachOne(acting, "The employee no longer exists", (client) =>
    client.from("ase_employees").delete().eq("id", id).select("id"),
  );
}
