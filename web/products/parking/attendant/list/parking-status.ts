/** Whether a parking is still running. */
export type ParkingStatus = "active" | "expired";

/**
 * "Aktiv" while the end has not passed, "Utgången" after it (document 1 §4).
 * @param endTime ISO string; @param now milliseconds since 1970. A time that cannot be read counts as passed.
 */
export function parkingStatus(endTime: string, now: number): ParkingStatus {
  return Date.parse(endTime) >= now ? "active" : "expired";
}
