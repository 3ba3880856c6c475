/** Whether a parking is running or over. */
export type ParkingStatus = "active" | "expired";

/**
 * "Aktiv" until the end, "Utgången" after it (document 1 §4). An unreadable end counts as passed.
 * @param endTime ISO string; @param now milliseconds since 1970.
 */
export function parkingStatus(endTime: string, now: number): ParkingStatus {
  return Date.parse(endTime) >= now ? "active" : "expired";
}
