/** The parking of a receipt: read, ended or extended by its holder (document 4 §4). */
import type { Acting } from "../acting.ts";
import { callFunction } from "../call-function.ts";
import { DataError } from "../data-error.ts";
import { defineMutation } from "../define-mutation.ts";
import { untilNone } from "../until-none.ts";
import { parkingByReceipt, parkingOf, type ReceiptAnswer, type ReceiptParking } from "./by-receipt.ts";
import { queryOptions } from "../use-query.ts";

/** A parking, with the milliseconds by which the device's clock is ahead of the database's: the database's clock decides the time left. */
export type TimedParking = ReceiptParking & { clockAhead: number };

/** Ends the parking now. A parking that has ended stays unchanged. @throws DataError `gone` when the parking no longer exists. */
export const endParking = async (acting: Acting, key: string): Promise<ReceiptParking> =>
  present(parkingOf(await callFunction<ReceiptAnswer>(acting, "end_parking", { key })));

/** Extends the parking. @throws DataError PK012 when it has ended, PK013 past the site's longest time, `gone` when it no longer exists. */
export const extendParking = async (
  acting: Acting,
  { key, newEnd }: { key: string; newEnd: string },
): Promise<ReceiptParking> =>
  present(parkingOf(await callFunction<ReceiptAnswer>(acting, "extend_parking", { key, new_end: newEnd })));

function present(parking: ReceiptParking | null): ReceiptParking {
  if (parking === null) throw new DataError("gone", "There is no parking with this receipt");
  return parking;
}

/** The interval at which an open receipt is fetched, in milliseconds; it must be at most 30 s old (document 4 §5). */
const EVERY_MS = 15_000;

export const receiptQueries = {
  all: ["receipts"] as const,
  /** The parking of a receipt, or null. The query is repeated while the receipt is open, until the parking is gone. */
  byKey: (key: string) =>
    queryOptions({
      queryKey: ["receipts", key] as const,
      ...untilNone(EVERY_MS),
      queryFn: async (acting): Promise<TimedParking | null> => {
        const parking = await parkingByReceipt(acting, key);
        return parking && { ...parking, clockAhead: Date.now() - Date.parse(parking.at) };
      },
    }),
};

export const useEndParking = defineMutation(endParking, [receiptQueries.all]);
export const useExtendParking = defineMutation(extendParking, [receiptQueries.all]);
