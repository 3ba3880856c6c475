/** Changes parkings: a visitor registers one, and an attendant removes one after its log row is written. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type Acting, useActing } from "../acting.ts";
import { ask, reachOne } from "../ask.ts";
import type { Database } from "../database.gen.ts";
import { DataError } from "../data-error.ts";
import { defineMutation } from "../define-mutation.ts";
import { insertParkingDeletionLog } from "../parking_deletion_logs/mutations.ts";
import { withoutRow } from "../keyset-pages.ts";
import type { ParkingPages } from "./live.ts";
import { type Parking, parkingQueries } from "./queries.ts";

export type NewParking = Pick<
  Database["public"]["Tables"]["parkings"]["Row"],
  | "project_id"
  | "car_model"
  | "car_color"
  | "street"
  | "ref_number"
  | "discord_username"
  | "start_time"
  | "end_time"
  /** The hash of the receipt's key (document 4 §3), which nobody can read. */
  | "receipt_hash"
>;

/** Registers a parking (document 1 §7). Nothing is read back, because a visitor may not read parkings in every profile. */
export async function insertParking(acting: Acting, parking: NewParking): Promise<void> {
  await ask(acting, (client) => client.from("parkings").insert({ ...parking, active: true }));
}

/**
 * Removes a parking for good after its log row is written (document 1 §4).
 * @throws DataError `gone` when another person removed it first.
 */
export async function deleteParking(
  acting: Acting,
  { parking, deletedBy }: { parking: Parking; deletedBy: string },
): Promise<void> {
  // A removed parking has a log row already; a second row would report two removals.
  await reachOne(acting, GONE, (client) => client.from("parkings").select("id").eq("id", parking.id));
  await insertParkingDeletionLog(acting, parking, deletedBy);
  await reachOne(acting, GONE, (client) => client.from("parkings").delete().eq("id", parking.id).select("id"));
}

const GONE = "The parking no longer exists";

export const useInsertParking = defineMutation(insertParking);

/** Removes a parking, and its row from the cached lists: a new fetch of every loaded page would take long. */
export function useDeleteParking() {
  const acting = useActing();
  const cache = useQueryClient();
  const forget = ({ parking }: { parking: Parking }) => {
    cache.setQueriesData<ParkingPages>(
      { queryKey: parkingQueries.lists },
      (data) => data && withoutRow(data, parking.id),
    );
    void cache.invalidateQueries({ queryKey: parkingQueries.byEnd });
    void cache.invalidateQueries(parkingQueries.byId(parking.id));
  };
  return useMutation({
    mutationFn: (input: Parameters<typeof deleteParking>[1]) => deleteParking(acting, input),
    onSuccess: (_none, input) => forget(input),
    onError: (error, input) => {
      if (error instanceof DataError && error.code === "gone") forget(input);
    },
  });
}
