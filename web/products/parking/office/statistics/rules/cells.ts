/** The values of a table in words: for the screen, and for a file. Pure functions. */
import { formatCount, formatOre } from "#shared/format/money.ts";
import { inKronor } from "../../cases/rules/case-csv.ts";
import { statisticsTexts } from "../statistics-texts.ts";
import type { StatisticsTable, Unit } from "./tables.ts";

const texts = statisticsTexts.export;
const percent = new Intl.NumberFormat("sv-SE", { style: "percent" });

/** A value as the screen shows it: `700 kr`, `12`, `57 %`; a dash where there is none. */
export function shownValue(value: number | null, unit: Unit): string {
  if (value === null) return "–";
  if (unit === "share") return percent.format(value);
  return unit === "ore" ? formatOre(value) : formatCount(value);
}

/** A table as the rows of a file, without its sums. Units stand in the head, so that a cell is a number. */
export function fileRows({ rowHead, columns, rows }: StatisticsTable): string[][] {
  const heads = columns.map(({ name, unit }) =>
    unit === "ore" ? texts.kronor(name) : unit === "share" ? texts.percent(name) : name,
  );
  return [
    [rowHead, ...heads],
    ...rows.map(({ name, values }) => [name, ...values.map((value, at) => fileCell(value, columns[at]?.unit))]),
  ];
}

function fileCell(value: number | null, unit: Unit | undefined): string {
  if (value === null) return "";
  if (unit === "share") return (value * 100).toFixed(1).replace(".", ",");
  return unit === "ore" ? inKronor(value) : String(value);
}
