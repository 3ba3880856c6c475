import { cleanup, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, expect, test } from "vitest";
import type { SiteOverview } from "#data/site_overview/queries.ts";
import { Figures } from "./figures.tsx";

afterEach(cleanup);

test("the objections that wait are found where they are decided, the oldest first", () => {
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
  render(<Figures project="ostra-hamnen" overview={overview} />, { wrapper: MemoryRouter });
  const link = screen.getByRole("link", { name: /^Bestridanden som väntar 4/ });
  expect(link.getAttribute("href")).toBe("/ostra-hamnen/objections");
});
