/** Writes the log of removed parkings. */
import type { Acting } from "../acting.ts";
import type { Parking } from "../parkings/queries.ts";
import { unwrap } from "../unwrap.ts";

/** Logs the removal of a parking, and who removes it, before it is removed (document 1 §4 and §7). */
export async function insertParkingDeletionLog(acting: Acting, parking: Parking, deletedBy: string): Promise<void> {
  const client = await acting.client();
  const { id, project_id, car_model, car_color, ref_number, street, discord_username } = parking;
  unwrap(
    await client.from("parking_deletion_logs").insert({
      parking_id: id,
      deleted_by: deletedBy,
      project_id,
      car_model,
      car_color,
      ref_number,
      street,
      discord_username,
    }),
  );
}
