import { cleanup, render, screen, within } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, expect, test } from "vitest";
import { Chart, type ChartProps } from "./chart.tsx";

afterEach(cleanup);

const SERIES = [
  { name: "Betalt", color: "green" },
  { name: "Utfärdat", color: "blue" },
];

const draw = (bars: ChartProps["bars"], more: Partial<ChartProps> = {}) =>
  render(<Chart title="Böter" axis="Dag" series={SERIES} bars={bars} {...more} />, { wrapper: MemoryRouter });

// Spec 4 §5: Översikt: figures …
// Spec 4 §5: Customer admin, beside
test("the table behind a chart has its figures, with sums, and links to the rows of each count", () => {
  draw([
    { name: "2026-11-21", counts: [3, 0], to: (series) => `/cases?status=${series}` },
    { name: "2026-11-22", counts: [1, 4] },
  ]);
  const rows = within(screen.getByRole("table", { name: "Böter" })).getAllByRole("row");
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    "DagBetaltUtfärdat",
    "2026-11-2130",
    "2026-11-2214",
    "Summa44",
  ]);
  // A zero has no link.
  expect(screen.getAllByRole("link").map((link) => link.getAttribute("href"))).toEqual(["/cases?status=0"]);
  const boxes = [...screen.getByRole("img", { name: /^Diagram: Böter/ }).querySelectorAll("rect")];
  const places = boxes.map((box) => ["y", "height"].map((name) => Number(box.getAttribute(name))));
  // Each bar stands on the one below, in a picture as high as the highest bar.
  expect(places).toEqual([
    [2, 3],
    [4, 1],
    [0, 4],
  ]);
});

test("a chart without data says so, and has no table", () => {
  draw([{ name: "2026-11-22", counts: [0, 0] }]);
  expect(screen.queryByText("Ingenting under perioden.")).not.toBeNull();
  expect(screen.queryByRole("table")).toBeNull();
  expect(screen.queryByRole("img")).toBeNull();
});
