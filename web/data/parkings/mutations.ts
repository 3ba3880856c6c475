/** Changing parkings: a visitor's registration, and the removal by an attendant with its log row first. */
import type { Database } from "../database.gen.ts";
import { getClient } from "../client.ts";
import { DataError } from "../data-error.ts";
import { defineMutation } from "../define-mutation.ts";
import { insertParkingDeletionLog } from "../parking_deletion_logs/mutations.ts";
import { unwrap } from "../unwrap.ts";
import { type Parking, parkingQueries } from "./queries.ts";

export type NewParking = Pick<
  Database["public"]["Tables"]["parkings"]["Row"],
  "project_id" | "car_model" | "car_color" | "street" | "ref_number" | "discord_username" | "start_time" | "end_time"
>;

/** Registers a parking (document 1 §7); nothing is read back, since a visitor may not read parkings in every profile. */
export async function insertParking(parking: NewParking): Promise<void> {
  const client = await getClient();
  unwrap(await client.from("parkings").insert({ ...parking, active: true }));
}

/**
 * Removes a parking for good after its deletion log row is written (document 1 §4).
 * @throws DataError `gone` when somebody else removed it first.
 */
export async function deleteParking({ parking, deletedBy }: { parking: Parking; deletedBy: string }): Promise<void> {
  const client = await getClient();
  await insertParkingDeletionLog(parking, deletedBy);
  const removed = unwrap(await client.from("parkings").delete().eq("id", parking.id).select("id"));
  if (removed.length === 0) throw new DataError("gone", "The parking no longer exists");
}

export const useInsertParking = defineMutation(insertParking);
export const useDeleteParking = defineMutation(deleteParking, [parkingQueries.lists]);
