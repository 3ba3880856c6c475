import { describe, expect, test } from "vitest";
import type { WallUnit } from "#data/dispatch_links/wall-board.ts";
import { wallLayout, type WallRow } from "./wall-layout.ts";

const unit = (unit_number: string, location: string, status = "busy") =>
  ({ id: unit_number, unit_number, location, status }) as WallUnit;
const layout = (units: WallUnit[], columns: number, rows: number, overdue = "") =>
  wallLayout(
    units,
    { columns, rows },
    ({ status }) => status,
    ({ unit_number }) => unit_number === overdue,
  );
const named = (columns: WallRow[][]) =>
  columns.map((column) =>
    column.map((row) => ("heading" in row ? `# ${row.heading}` : row.unit.unit_number)).join(" "),
  );

const FIVE = [
  unit("1", "Lund"),
  unit("2", "Lund", "free"),
  unit("3", "Malmö", "off_duty"),
  unit("4", "Malmö", "free"),
  unit("5", "Malmö"),
];

describe("the wall", () => {
  test("shows every unit by location where all fit, and no heading below its units", () => {
    const { columns, left } = layout(FIVE, 2, 4);
    expect(named(columns)).toEqual(["# Lund 1 2", "# Malmö 3 4 5"]);
    expect(left).toEqual([]);
  });

  test("begins each column with its location while there is room", () => {
    expect(named(layout(FIVE, 2, 5).columns)).toEqual(["# Lund 1 2 # Malmö 3", "# Malmö 4 5"]);
    expect(named(layout(FIVE, 3, 3).columns)).toEqual(["# Lund 1 2", "# Malmö 3 4", "# Malmö 5"]);
    expect(named(layout(FIVE, 4, 2).columns)).toEqual(["# Lund 1", "2", "# Malmö 3", "4 5"]);
    // No column is added for it.
    const seven = Array.from({ length: 7 }, (_, index) => unit(String(index + 1), "Lund"));
    expect(named(layout(seven, 3, 4).columns)).toEqual(["# Lund 1 2 3", "4 5 6 7"]);
  });

  test("shows those that need attention first where not all fit, and counts the others", () => {
    const { columns, left } = layout(FIVE, 1, 3, "3");
    expect(named(columns)).toEqual(["3 1 5"]);
    expect(left).toEqual([["free", 2]]);
  });

  test.each([
    ["40 units in 6 locations on 1920 by 1080", 40, 6, 3, 22, 0],
    ["200 units there", 200, 6, 3, 22, 134],
  ])("%s", (_, count, places, columns, rows, notShown) => {
    const units = Array.from({ length: count }, (_each, index) => unit(String(index), `L${index % places}`, "free"));
    const { columns: shown, left } = layout(units, columns, rows);
    expect(shown.length).toBeLessThanOrEqual(columns);
    expect(left).toEqual(notShown === 0 ? [] : [["free", notShown]]);
  });
});
