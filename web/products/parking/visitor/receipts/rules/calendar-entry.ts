/** The time between the calendar's alarm and the end. */
const ALARM = "-PT10M";

export type CalendarEntry = {
  /** The ID is the same for the same parking, so that an entry with a later end replaces the earlier one. It is never the receipt's key. */
  id: string;
  title: string;
  place: string;
  text: string;
  /** The end, as an ISO string. */
  end: string;
  /** The address of the installation, never that of the receipt itself. */
  address: string;
};

/**
 * The end of a parking as a calendar file (RFC 5545), with an alarm 10 minutes before. The entry starts at the end itself, because
 * calendars count alarms from an entry's start.
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

/** A moment in the calendar format: `20261123T100000Z`. */
const stamp = (moment: number): string => `${new Date(moment).toISOString().replaceAll(/[-:]/g, "").slice(0, 15)}Z`;

const escaped = (text: string): string =>
  text.replaceAll(/[\\;,]/g, String.raw`\$&`).replaceAll(/\r\n|\r|\n/g, String.raw`\n`);

/** Splits a line: at most 75 bytes, continued lines start with a space, and no letter is cut. */
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
