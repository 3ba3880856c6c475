import { expect, test } from "vitest";
import { calendarEntry } from "./calendar-entry.ts";

const entry = {
  id: "0123abcd",
  title: "Parkeringen för ABC 123 slutar",
  place: "Kajen 1, Östra hamnen",
  text: "Första raden; den\nandra \\",
  end: "2026-11-23T11:30:00+01:00",
  address: "https://parkering.example/",
};
const now = Date.parse("2026-11-23T09:00:05Z");

// Spec 4 §5: Visitor: after a
test("the file has the end of a parking with an alarm ten minutes before, in the format of calendars", () => {
  expect(calendarEntry(entry, now).split("\r\n")).toEqual([
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Parkering//Kvitto//SV",
    "METHOD:PUBLISH",
    "BEGIN:VEVENT",
    "UID:0123abcd@parkering",
    "SEQUENCE:1795424405",
    "DTSTAMP:20261123T090005Z",
    "DTSTART:20261123T103000Z",
    "DTEND:20261123T103000Z",
    "SUMMARY:Parkeringen för ABC 123 slutar",
    String.raw`LOCATION:Kajen 1\, Östra hamnen`,
    String.raw`DESCRIPTION:Första raden\; den\nandra \\`,
    "URL:https://parkering.example/",
    "TRANSP:TRANSPARENT",
    "BEGIN:VALARM",
    "ACTION:DISPLAY",
    "DESCRIPTION:Parkeringen för ABC 123 slutar",
    "TRIGGER:-PT10M",
    "END:VALARM",
    "END:VEVENT",
    "END:VCALENDAR",
    "",
  ]);
});

test("a long text is split into lines of at most 75 bytes, and no letter is cut", () => {
  const place = "Å".repeat(100);
  const lines = calendarEntry({ ...entry, place }, now).split("\r\n");
  expect(Math.max(...lines.map((line) => new TextEncoder().encode(line).length))).toBeLessThanOrEqual(75);
  expect(lines.join("\n")).toContain(`LOCATION:${"Å".repeat(33)}\n ${"Å".repeat(37)}\n ${"Å".repeat(30)}\n`);
});
