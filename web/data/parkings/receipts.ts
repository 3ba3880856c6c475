/** A parking for whoever holds its receipt: read, ended, extended (document 4 §4). */
import { queryOptions } from "@tanstack/react-query";
import { callFunction } from "../call-function.ts";
import { DataError } from "../data-error.ts";
import { defineMutation } from "../define-mutation.ts";
import { untilNone } from "../until-none.ts";
import { parkingByReceipt, parkingOf, type ReceiptAnswer, type ReceiptParking } from "./by-receipt.ts";

/** With how far the device's clock runs ahead of the database's, in milliseconds: what is left is told by the latter. */
export type TimedParking = ReceiptParking & { clockAhead: number };

/** Ends it now; one that has ended stays as it is. @throws DataError `gone` where there is none any more. */
export const endParking = async (key: string): Promise<ReceiptParking> =>
  present(parkingOf(await callFunction<ReceiptAnswer>("end_parking", { key })));

/** Makes it end later. @throws DataError PK012 when it has ended, PK013 past the site's longest time, `gone` where there is none any more. */
export const extendParking = async ({ key, newEnd }: { key: string; newEnd: string }): Promise<ReceiptParking> =>
  present(parkingOf(await callFunction<ReceiptAnswer>("extend_parking", { key, new_end: newEnd })));

function present(parking: ReceiptParking | null): ReceiptParking {
  if (parking === null) throw new DataError("gone", "There is no parking with this receipt");
  return parking;
}

/** How often an open receipt asks anew, in milliseconds: it is live within 30 s (document 4 §5). */
const EVERY_MS = 15_000;

export const receiptQueries = {
  all: ["receipts"] as const,
  /** The parking of a receipt, or null; kept up while it is open, until there is none. */
  byKey: (key: string) =>
    queryOptions({
      queryKey: ["receipts", key] as const,
      ...untilNone(EVERY_MS),
      queryFn: async (): Promise<TimedParking | null> => {
        const parking = await parkingByReceipt(key);
        return parking && { ...parking, clockAhead: Date.now() - Date.parse(parking.at) };
      },
    }),
};

export const useEndParking = defineMutation(endParking, [receiptQueries.all]);
export const useExtendParking = defineMutation(extendParking, [receiptQueries.all]);
