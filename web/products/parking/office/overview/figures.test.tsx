import { cleanup, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, expect, test } from "vitest";
import type { SiteOverview } from "#data/site_overview/queries.ts";
import { Figures } from "./figures.tsx";
import { OverviewCharts } from "./overview-charts.tsx";

afterEach(cleanup);

const figures = {
  running: 1,
  fines_today: 2,
  unpaid: 3,
  unpaid_ore: 70_000,
  objections: 4,
  oldest_objection: null,
  shifts: 5,
};
const overview: SiteOverview = { today: "2026-11-22", figures, days: [], totals: [], violations: {} };

// Spec 4 §5: Översikt: figures …
// Spec 4 §5: Customer admin, beside
test("each figure links to the rows that it counts", () => {
  render(<Figures project="ostra-hamnen" overview={overview} />, { wrapper: MemoryRouter });
  const links = screen.getAllByRole("link").map((link) => [link.textContent, link.getAttribute("href")]);
  expect(links).toEqual([
    ["Pågående parkeringar 1 ", "/ostra-hamnen/admin-dashboard?tab=parkeringar&show=active"],
    ["Böter i dag 2 ", "/ostra-hamnen/cases?from=2026-11-22&to=2026-11-22"],
    [expect.stringMatching(/^Obetalda böter 3 700\skr$/) as string, "/ostra-hamnen/cases?list=unpaid"],
    ["Bestridanden som väntar 4 ", "/ostra-hamnen/objections"],
    ["Skift som väntar 5 ", "/ostra-hamnen/admin-dashboard?tab=skift"],
  ]);
});

// Spec 4 §5: Översikt: figures …
// Spec 4 §5: Customer admin, beside
test("counts of a period link to their rows if a list has them", () => {
  const days: SiteOverview["days"] = [
    ["2026-11-22", "fines", "paid", 1],
    ["2026-11-22", "payments", "within", 1],
    ["2026-11-22", "objections", "open", 2],
    ["2026-11-22", "objections", "accepted", 3],
  ];
  const totals: SiteOverview["totals"] = [
    ["violations", "other", 1],
    ["parkings", "8", 1],
  ];
  const period = { first: "2026-11-22", last: "2026-11-22" };
  render(<OverviewCharts project="ostra-hamnen" period={period} overview={{ ...overview, days, totals }} />, {
    wrapper: MemoryRouter,
  });
  expect(screen.getAllByRole("link").map((link) => [link.textContent, link.getAttribute("href")])).toEqual([
    ["1", "/ostra-hamnen/cases?from=2026-11-22&to=2026-11-22&status=paid"],
    ["1", "/ostra-hamnen/cases?from=2026-11-22&to=2026-11-22&violation=other"],
    ["2", "/ostra-hamnen/objections"],
  ]);
});
