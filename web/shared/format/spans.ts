const MINUTE_MS = 60_000;
const [HOUR, DAY] = [60, 24 * 60];

/** A length of time, short, whole minutes rounded up: "3 min", "1 h 12 min", "2 d 3 h". A negative length counts as zero. */
export function spanText(milliseconds: number): string {
  const [days, hours, rest] = parts(milliseconds);
  if (days > 0) return hours === 0 ? `${days} d` : `${days} d ${hours} h`;
  if (hours > 0) return rest === 0 ? `${hours} h` : `${hours} h ${rest} min`;
  return `${rest} min`;
}

/** A length of time in Swedish words, to the minute: "2 timmar och 30 minuter", "1 dygn, 1 timme och 5 minuter". */
export function spanInWords(milliseconds: number): string {
  const [days, hours, rest] = parts(milliseconds);
  const words = [
    days > 0 && `${days} dygn`,
    hours > 0 && (hours === 1 ? "1 timme" : `${hours} timmar`),
    rest > 0 && (rest === 1 ? "1 minut" : `${rest} minuter`),
  ].filter((word) => word !== false);
  return words.length === 0 ? "0 minuter" : inSwedish.format(words);
}

const inSwedish = new Intl.ListFormat("sv", { type: "conjunction" });

function parts(milliseconds: number): [days: number, hours: number, minutes: number] {
  const minutes = Math.max(0, Math.ceil(milliseconds / MINUTE_MS));
  return [Math.floor(minutes / DAY), Math.floor((minutes % DAY) / HOUR), minutes % HOUR];
}
