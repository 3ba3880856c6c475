/** Starts and ends shifts of the ambulance service. The database allows one open shift for each employee, and its clock gives the times. */
import type { Acting } from "../acting.ts";
import { ask, reachOne } from "../ask.ts";
import { defineMutation } from "../define-mutation.ts";
import { aseShiftQueries } from "./queries.ts";

/** Starts a shift of an employee. @throws DataError 23505 when a shift is already open. */
export async function startShift(acting: Acting, employeeId: string): Promise<void> {
  await ask(acting, (client) => client.from("ase_shifts").insert({ employee_id: employeeId }));
}

/** Ends a shift. @throws DataError `gone` when it has ended already or no longer exists. */
export async function endShift(acting: Acting, id: string): Promise<void> {
  await reachOne(acting, "The shift has ended", (client) =>
    client
      .from("ase_shifts")
      .update({ ended_at: new Date().toISOString() })
      .eq("id", id)
      .is("ended_at", null)
      .select("id"),
  );
}

export const useStartShift = defineMutation(startShift, [aseShiftQueries.all]);
export const useEndShift = defineMutation(endShift, [aseShiftQueries.all]);
