const MINUTE_MS = 60_000;
const [HOUR, DAY] = [60, 24 * 60];

/** A length of time in words, whole minutes rounded up: "3 min", "1 h 12 min", "2 d 3 h". A negative one is none. */
export function spanText(milliseconds: number): string {
  const minutes = Math.max(0, Math.ceil(milliseconds / MINUTE_MS));
  const [days, hours, rest] = [Math.floor(minutes / DAY), Math.floor((minutes % DAY) / HOUR), minutes % HOUR];
  if (days > 0) return hours === 0 ? `${days} d` : `${days} d ${hours} h`;
  if (hours > 0) return rest === 0 ? `${hours} h` : `${hours} h ${rest} min`;
  return `${rest} min`;
}
