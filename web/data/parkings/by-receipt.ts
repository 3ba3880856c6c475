/** Reading the parking of a receipt, apart from what screens keep of it: the first pages ask too, and have no cache (document 4 §4). */
import { callFunction } from "../call-function.ts";
import type { Parking } from "./queries.ts";

/** What its driver is told. */
export type ReceiptParking = Pick<
  Parking,
  "ref_number" | "car_model" | "car_color" | "street" | "start_time" | "end_time" | "active" | "created_at"
> & {
  /** Null where the parking is at no site. */
  site_name: string | null;
  /** The latest end that the site allows; null where it allows any. */
  latest_end: string | null;
  /** The database's clock when it told. */
  at: string;
};

/** What the functions of receipts answer. */
export type ReceiptAnswer = { outcome: "none" } | { outcome: "found" | "ended" | "extended"; parking: ReceiptParking };

/** The parking of a receipt, or null. @throws DataError `rate-limited` after too many wrong keys. */
export async function parkingByReceipt(key: string): Promise<ReceiptParking | null> {
  return parkingOf(await callFunction<ReceiptAnswer>("parking_by_receipt", { key }));
}

/** The parking of an answer, or null. */
export const parkingOf = (answer: ReceiptAnswer) => (answer.outcome === "none" ? null : answer.parking);
