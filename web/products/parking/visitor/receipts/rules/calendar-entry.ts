/** How long before the end the calendar's alarm sounds. */
const ALARM = "-PT10M";

export type CalendarEntry = {
  /** The same for the same parking, so that an entry of a later end takes the place of the earlier one; never the receipt's key. */
  id: string;
  title: string;
  place: string;
  text: string;
  /** ISO string. */
  end: string;
  /** Where its receipt is found; never that of the receipt itself. */
  address: string;
};

/**
 * The end of a parking as a calendar file (RFC 5545), with an alarm 10 minutes before: an entry of the moment itself, since calendars
 * count alarms from an entry's start.
 * @param now milliseconds since 1970.
 */
export function calendarEntry({ id, title, place, text, end, address }: CalendarEntry, now: number): string {
  const moment = stamp(Date.parse(end));
  return [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Parkering//Kvitto//SV",
    "METHOD:PUBLISH",
    "BEGIN:VEVENT",
    `UID:${id}@parkering`,
    `SEQUENCE:${Math.floor(now / 1000)}`,
    `DTSTAMP:${stamp(now)}`,
    `DTSTART:${moment}`,
    `DTEND:${moment}`,
    `SUMMARY:${escaped(title)}`,
    `LOCATION:${escaped(place)}`,
    `DESCRIPTION:${escaped(text)}`,
    `URL:${address}`,
    "TRANSP:TRANSPARENT",
    "BEGIN:VALARM",
    "ACTION:DISPLAY",
    `DESCRIPTION:${escaped(title)}`,
    `TRIGGER:${ALARM}`,
    "END:VALARM",
    "END:VEVENT",
    "END:VCALENDAR",
  ]
    .map((line) => `${folded(line)}\r\n`)
    .join("");
}

/** `20261123T100000Z` */
const stamp = (moment: number): string => `${new Date(moment).toISOString().replaceAll(/[-:]/g, "").slice(0, 15)}Z`;

const escaped = (text: string): string =>
  text.replaceAll(/[\\;,]/g, String.raw`\$&`).replaceAll(/\r\n|\r|\n/g, String.raw`\n`);

/** A line has at most 75 bytes; the next ones begin with a space, and no letter is torn apart. */
function folded(line: string): string {
  const bytes = new TextEncoder();
  let [text, length] = ["", 0];
  for (const letter of line) {
    const more = bytes.encode(letter).length;
    if (length + more > 75) {
      text += "\r\n ";
      length = 1;
    }
    text += letter;
    length += more;
  }
  return text;
}
