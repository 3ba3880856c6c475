import { expect, test } from "vitest";
import type { HoursRow } from "#data/work_turns/corrections.ts";
import { cellsOf, hoursCsv } from "./hours-csv.ts";
import { reviewTexts } from "./review-texts.ts";

const row: HoursRow = {
  person_id: "p",
  user_id: "vakt01",
  name: "=Åsa; Berg",
  month: "2026-11",
  approved: 31.5,
  waiting: 0,
  rejected: 8,
  breaks: 2.25,
  planned: 24,
  marks: ["short-rest", "no-break"],
};

// Spec 5 §6: **work_hours(project
test("the file of a month has a row a person, with marks in words", () => {
  expect(hoursCsv([row], reviewTexts.sv.hours)).toBe(
    "\uFEFFPerson;Namn;Månad;Godkända;Väntar;Nekade;Raster;Planerade;Anmärkningar\r\n" +
      `vakt01;"'=Åsa; Berg";2026-11;31,50;0,00;8,00;2,25;24,00;Kort vila, Ingen rast\r\n`,
  );
});

// Spec 5 §6: **work_hours(project
test("hours have the decimal sign of the page's language, and in the file of an English page the comma of Swedish spreadsheets", () => {
  expect(cellsOf(row, ["approved", "rejected"], reviewTexts.sv.hours, "sv")).toEqual([
    "31,50",
    "8,00",
    "Kort vila, Ingen rast",
  ]);
  expect(cellsOf(row, ["approved", "rejected"], reviewTexts.en.hours, "en").slice(0, 2)).toEqual(["31.50", "8.00"]);
  expect(hoursCsv([row], reviewTexts.en.hours)).toContain(";31,50;0,00;8,00;2,25;24,00;");
});
