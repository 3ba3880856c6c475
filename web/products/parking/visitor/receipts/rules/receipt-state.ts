import type { ReceiptParking } from "#data/parkings/by-receipt.ts";

export type ReceiptState = "waiting" | "running" | "ended";

/** A parking that ends within this time ends soon, in milliseconds; the reminder comes then (document 4 §5). */
const SOON_MS = 10 * 60_000;
/** A parking with less time left is short of it, in milliseconds; the bar says so. */
const SHORT_MS = 15 * 60_000;

/** Whether a parking waits for its start, runs or has ended. @param now milliseconds since 1970. */
export function receiptState({ start_time, end_time, active }: ReceiptParking, now: number): ReceiptState {
  if (!active || Date.parse(end_time) <= now) return "ended";
  return Date.parse(start_time) > now ? "waiting" : "running";
}

/** Whether it is too late for a reminder of the end. @param now milliseconds since 1970. */
export const endsSoon = ({ end_time }: ReceiptParking, now: number): boolean => Date.parse(end_time) - now <= SOON_MS;

/** Whether little time is left. @param now milliseconds since 1970. */
export const isShort = ({ end_time }: ReceiptParking, now: number): boolean => Date.parse(end_time) - now < SHORT_MS;

/** The share of the parking that is left, in whole per cent. @param now milliseconds since 1970. */
export function shareLeft({ start_time, end_time }: ReceiptParking, now: number): number {
  const [start, end] = [Date.parse(start_time), Date.parse(end_time)];
  return Math.round((100 * Math.min(Math.max(end - now, 0), end - start)) / (end - start));
}

/** The end `minutes` later as an ISO string; undefined when the site does not allow it. */
export function laterEnd({ end_time, latest_end }: ReceiptParking, minutes: number): string | undefined {
  const end = Date.parse(end_time) + minutes * 60_000;
  return latest_end !== null && end > Date.parse(latest_end) ? undefined : new Date(end).toISOString();
}
