import { cleanup, render, screen, within } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, expect, test } from "vitest";
import { Drawn } from "../statistics/drawn.tsx";
import { Chart, type ChartProps } from "./chart.tsx";

afterEach(cleanup);

const SERIES = [{ name: "Betalt" }, { name: "Utfärdat" }];
const GROUPS = [
  { name: "Alla", color: "green", columns: [0, 1] },
  { name: "Öppna", color: "blue", columns: [1] },
];

const draw = (bars: ChartProps["bars"], more: Partial<ChartProps> = {}) =>
  render(<Chart title="Böter" axis="Dag" series={SERIES} groups={GROUPS} bars={bars} {...more} />, {
    wrapper: MemoryRouter,
  });

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
});

test("the groups of a chart are named with their sums, and each stands on the one before, on an axis with whole numbers", () => {
  draw([
    { name: "2026-11-21", shortName: "21/11", counts: [3, 0] },
    { name: "2026-11-22", counts: [1, 4] },
  ]);
  expect(screen.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual(["Alla8", "Öppna4"]);
  cleanup();
  const rows = [{ key: "a", name: "2026-11-21", values: [3, 2] }];
  const columns = SERIES.map(({ name }) => ({ name, unit: "count" as const }));
  const drawing = { kind: "stacks", groups: GROUPS, shortNames: ["21/11"] } as const;
  render(<Drawn table={{ title: "Böter", columns, rows, drawing }} width={400} height={200} em={14} />);
  const picture = screen.getByRole("img", { name: /^Diagram: Böter/ });
  expect(picture.textContent).toContain("21/11");
  const [below, above] = [...picture.querySelectorAll("rect")].map((box) =>
    ["y", "height"].map((name) => Number(box.getAttribute(name))),
  );
  expect(below?.[0]).toBeCloseTo((above?.[0] ?? 0) + (above?.[1] ?? 0));
  expect(picture.querySelector("title")?.textContent).toBe("2026-11-21: Alla 5");
});

test("a chart without data says so, and has no table", () => {
  draw([{ name: "2026-11-22", counts: [0, 0] }]);
  expect(screen.queryByText("Ingenting under perioden.")).not.toBeNull();
  expect(screen.queryByRole("table")).toBeNull();
  expect(screen.queryByRole("img")).toBeNull();
});
