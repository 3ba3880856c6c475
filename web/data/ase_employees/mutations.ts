/** Adding, changing and removing employees of the ambulance service (document 2 §7). */
import { getClient } from "../client.ts";
import { DataError } from "../data-error.ts";
import { unwrap } from "../unwrap.ts";

export type AseEmployeeDraft = { employee_id: string; name: string | null };

/** Adds an employee. @throws DataError 23505 when the ID is taken. */
export async function insertAseEmployee(employee: AseEmployeeDraft & { created_by: string }): Promise<void> {
  const client = await getClient();
  unwrap(await client.from("ase_employees").insert(employee));
}

/** Changes an employee. @throws DataError 23505 when the ID is taken, `gone` when the employee no longer exists. */
export async function updateAseEmployee({ id, ...draft }: AseEmployeeDraft & { id: string }): Promise<void> {
  const client = await getClient();
  const changed = unwrap(await client.from("ase_employees").update(draft).eq("id", id).select("id"));
  if (changed.length === 0) throw new DataError("gone", "The employee no longer exists");
}

/** Removes an employee. @throws DataError `gone` when somebody else removed the employee first. */
export async function deleteAseEmployee(id: string): Promise<void> {
  const client = await getClient();
  const removed = unwrap(await client.from("ase_employees").delete().eq("id", id).select("id"));
  if (removed.length === 0) throw new DataError("gone", "The employee no longer exists");
}
