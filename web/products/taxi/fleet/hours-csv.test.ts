import { expect, test } from "vitest";
import { hoursCsv } from "./hours-csv.ts";

test("the file has a line for each chauffeur, and one for what nobody drove", () => {
  const rows = [
    { chauffeur: "britta", turns: 2, hours: 7.5, km: 120, without_km: 1 },
    { chauffeur: null, turns: 1, hours: 0, km: 30, without_km: 0 },
  ];
  expect(hoursCsv(rows)).toBe(
    "\uFEFFChaufför;Pass;Timmar;Km;Pass utan km\r\nbritta;2;7,50;120;1\r\nUtan förare;1;0,00;30;0\r\n",
  );
});
