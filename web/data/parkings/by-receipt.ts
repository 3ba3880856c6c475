/** Reads the parking of a receipt without a query cache, because the first pages call it too (document 4 §4). */
import type { Acting } from "../acting.ts";
import { callFunction } from "../call-function.ts";
import type { Parking } from "./queries.ts";

/** A parking as its driver sees it. */
export type ReceiptParking = Pick<
  Parking,
  "ref_number" | "car_model" | "car_color" | "street" | "start_time" | "end_time" | "active" | "created_at"
> & {
  /** Null when the parking has no site. */
  site_name: string | null;
  /** The latest end that the site allows; null when any end is allowed. */
  latest_end: string | null;
  /** The database's clock at the answer. */
  at: string;
};

/** The answer of the functions for receipts. */
export type ReceiptAnswer = { outcome: "none" } | { outcome: "found" | "ended" | "extended"; parking: ReceiptParking };

/** The parking of a receipt, or null. @throws DataError `rate-limited` after too many wrong keys. */
export async function parkingByReceipt(acting: Acting, key: string): Promise<ReceiptParking | null> {
  return parkingOf(await callFunction<ReceiptAnswer>(acting, "parking_by_receipt", { key }));
}

/** The parking in an answer, or null. */
export const parkingOf = (answer: ReceiptAnswer) => (answer.outcome === "none" ? null : answer.parking);
